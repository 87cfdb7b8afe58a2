"""Finding tables on the Wi-Fi: advertising, browsing, our own probe of what was found, codes, and why nothing was."""
