"""Prints the text of a page, as mwclient reads it."""
import sys

import mwclient

host, title = sys.argv[1:3]
print(mwclient.Site(host, path='/', scheme='http').pages[title].text())
