"""Finding tables, in words: the list, what the host's screen says of its own, and why nothing is found."""

from typing import Final

from cli.text import Words

# The host's screen.

TABLE_IS_OPEN: Final = Words(
    "Your table is open, as “{name}”. On the other machines:",
    "आपकी मेज़ खुली है, “{name}” के नाम से। दूसरी मशीनों पर:",
)
JOIN_FINDS: Final = Words("  patte join", "  patte join")
ALLOW_UFW: Final = Words("  sudo ufw allow {port}/tcp", "  sudo ufw allow {port}/tcp")
ALLOW_FIREWALLD: Final = Words("  sudo firewall-cmd --add-port={port}/tcp", "  sudo firewall-cmd --add-port={port}/tcp")
ALLOW_WINDOWS: Final = Words(
    "  netsh advfirewall firewall add rule name=patte dir=in action=allow protocol=TCP localport={port}",
    "  netsh advfirewall firewall add rule name=patte dir=in action=allow protocol=TCP localport={port}",
)
SHOWN_AS: Final = Words(
    "Another table has the name already; yours is listed as “{name}”.",
    "इस नाम की एक मेज़ पहले से है; सूची में आपकी मेज़ का नाम “{name}” है।",
)
NOT_LISTED: Final = Words(
    "Lists don't show your table: {why} The code and the address work.",
    "आपकी मेज़ सूची में नहीं दिखेगी: {why} कोड और पता चलते हैं।",
)

# The list.

LOOKING: Final = Words("Looking for tables on this Wi-Fi.", "इस वाई-फ़ाई पर मेज़ें खोजी जा रही हैं।")
TABLE_LINE: Final = Words("{place}  {taken}/{seats}  {name}: {game}", "{place}  {taken}/{seats}  {name}: {game}")
WITH_PASSWORD: Final = Words("{line}, password", "{line}, पासवर्ड")
CAME: Final = Words("+ {line}", "+ {line}")
WENT: Final = Words("- {line}", "- {line}")
CHANGED: Final = Words("= {line}", "= {line}")
WHICH_TABLE: Final = Words("Which one? Its number [1]: ", "कौन-सी? उसका नंबर [1]: ")

# What goes wrong: what, why it is likely, what to do.

NONE_FOUND: Final = Words("No table was found.", "कोई मेज़ नहीं मिली।")
NONE_CALLED: Final = Words("No table called “{name}” was found.", "“{name}” नाम की कोई मेज़ नहीं मिली।")
NONE_BY_CODE: Final = Words("No table answers to the code {code}.", "कोड {code} पर कोई मेज़ नहीं मिली।")
OTHERS_ARE: Final = Words("There are others: {names}.", "दूसरी मेज़ें हैं: {names}।")
TAKE_ONE: Final = Words("Take one of those, or ask for the code.", "उनमें से एक चुनिए, या कोड पूछिए।")
SEVERAL_FOUND: Final = Words("{count} tables were found.", "{count} मेज़ें मिलीं।")
SEVERAL_CALLED: Final = Words("Several tables are called like “{name}”.", "“{name}” जैसे नाम की कई मेज़ें हैं।")
NO_SUCH_NUMBER: Final = Words("There is no table number “{number}”.", "“{number}” नंबर की कोई मेज़ नहीं है।")
NAME_ONE: Final = Words("Name the one you mean: patte join TABLE.", "जो चाहिए उसका नाम लिखिए: patte join मेज़।")
OR_ELSE: Final = Words("{why} Or: {other}", "{why} या फिर: {other}")

NO_NETWORK: Final = Words("This machine is on no network.", "यह मशीन किसी नेटवर्क पर नहीं है।")
NO_NETWORK_DO: Final = Words("Switch its Wi-Fi on, then try again.", "इसका वाई-फ़ाई चालू करके फिर कोशिश कीजिए।")
PORT_TAKEN: Final = Words(
    "Another program here keeps UDP port 5353 to itself.", "यहाँ कोई दूसरा प्रोग्राम UDP पोर्ट 5353 को अकेले रोके हुए है।"
)
NO_MULTICAST: Final = Words(
    "This system lets no program call to all on the Wi-Fi.", "यह सिस्टम वाई-फ़ाई पर सबको पुकारने नहीं देता।"
)
USE_CODE: Final = Words(
    "Join by the code on the host's screen: patte join CODE.", "मेज़बान की स्क्रीन के कोड से जुड़िए: patte join कोड।"
)
INSIDE_WSL: Final = Words(
    "This is WSL, which has a network of its own behind Windows.", "यह WSL है, जिसका नेटवर्क विंडोज़ के पीछे अलग है।"
)
INSIDE_WSL_DO: Final = Words(
    "Install patte in Windows itself, or set networkingMode=mirrored in .wslconfig.",
    "patte सीधे विंडोज़ में लगाइए, या .wslconfig में networkingMode=mirrored लिखिए।",
)
ON_VPN: Final = Words(
    "The VPN {interface} may keep this machine off the Wi-Fi.", "VPN {interface} शायद इस मशीन को वाई-फ़ाई से दूर रखे है।"
)
ON_VPN_DO: Final = Words(
    "Switch it off while you play, or allow the local network in it.",
    "खेलते समय उसे बंद कीजिए, या उसमें स्थानीय नेटवर्क की अनुमति दीजिए।",
)
FIREWALL_HERE: Final = Words(
    "A firewall on this machine throws away what others announce.", "इस मशीन का फ़ायरवॉल दूसरों की सूचनाएँ रोक देता है।"
)
FIREWALL_HERE_DO: Final = Words(
    "Let UDP port 5353 in, or join by the code on the host's screen.",
    "UDP पोर्ट 5353 खोलिए, या मेज़बान की स्क्रीन के कोड से जुड़िए।",
)
FIREWALL_UFW_DO: Final = Words(
    "Let it in with: sudo ufw allow 5353/udp; or join by the code on the host's screen.",
    "ऐसे खोलिए: sudo ufw allow 5353/udp; या मेज़बान की स्क्रीन के कोड से जुड़िए।",
)
FIREWALL_FIREWALLD_DO: Final = Words(
    "Let it in with: sudo firewall-cmd --add-service=mdns; or join by the code on the host's screen.",
    "ऐसे खोलिए: sudo firewall-cmd --add-service=mdns; या मेज़बान की स्क्रीन के कोड से जुड़िए।",
)
DEVICES_APART: Final = Words(
    "Nobody else is heard: a guest Wi-Fi, or a router that keeps its devices apart.",
    "कोई और सुनाई नहीं देता: शायद यह मेहमानों का वाई-फ़ाई है, या राउटर मशीनों को अलग रखता है।",
)
DEVICES_APART_DO: Final = Words(
    "Use the main Wi-Fi on all machines, and switch “AP isolation” off in the router.",
    "सब मशीनें मुख्य वाई-फ़ाई पर लाइए, और राउटर में “AP isolation” बंद कीजिए।",
)
NOBODY_OPENED: Final = Words("Nobody on this Wi-Fi has a table open.", "इस वाई-फ़ाई पर किसी ने मेज़ नहीं खोली है।")
NOBODY_OPENED_DO: Final = Words(
    "Open one with patte host GAME, and be on the same Wi-Fi.",
    "patte host खेल लिखकर एक खोलिए, और सब एक ही वाई-फ़ाई पर रहिए।",
)
HOST_SILENT: Final = Words(
    "“{name}” is announced, but nothing gets through to it: a firewall there, or a router that keeps devices apart.",
    "“{name}” की सूचना मिलती है, पर वहाँ पहुँच नहीं: वहाँ का फ़ायरवॉल, या राउटर मशीनों को अलग रखता है।",
)
ADDRESS_SILENT: Final = Words(
    "Nothing comes back: a firewall on that machine, a router that keeps devices apart, or a slip of the keys.",
    "वहाँ से कोई जवाब नहीं: उस मशीन का फ़ायरवॉल, मशीनों को अलग रखता राउटर, या टाइप की चूक।",
)
HOST_SILENT_DO: Final = Words(
    "Let TCP port {port} in on the host's machine; its screen says how.",
    "मेज़बान की मशीन पर TCP पोर्ट {port} खोलिए; उसकी स्क्रीन बताती है कैसे।",
)
TABLE_CLOSED: Final = Words("“{name}” is not open any more.", "“{name}” अब खुली नहीं है।")
ADDRESS_CLOSED: Final = Words("The machine is there, but has no such table.", "मशीन तो है, पर वहाँ ऐसी कोई मेज़ नहीं।")
TABLE_CLOSED_DO: Final = Words(
    "Compare with the host's screen, or ask for a new table.", "मेज़बान की स्क्रीन से मिलाइए, या नई मेज़ खुलवाइए।"
)
OTHER_VERSION: Final = Words("“{name}” runs another version of patte.", "“{name}” पर patte का दूसरा संस्करण है।")
ADDRESS_OTHER_VERSION: Final = Words("Another version of patte is there.", "वहाँ patte का दूसरा संस्करण है।")
OTHER_VERSION_DO: Final = Words("Install the same version on all machines.", "सब मशीनों पर एक ही संस्करण रखिए।")
OTHER_NETWORK: Final = Words(
    "That address is on none of this machine's networks.", "यह पता इस मशीन के किसी नेटवर्क का नहीं है।"
)
OTHER_NETWORK_DO: Final = Words(
    "Bring both machines into the same Wi-Fi, and compare the number.",
    "दोनों मशीनें एक ही वाई-फ़ाई पर लाइए, और पता मिलाइए।",
)
