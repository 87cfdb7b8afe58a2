"""`python -m cli`: the same as `patte`."""

from cli.app import main

if __name__ == "__main__":
    main()
