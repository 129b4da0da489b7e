"""Connects to a wiki with mwclient, reads and writes, and prints the results as JSON."""
import json
import sys

import mwclient

host, name, password = sys.argv[1:4]
site = mwclient.Site(host, path='/', scheme='http')
site.login(name, password)
site.pages['Connected'].edit('by mwclient', 'new')
print(json.dumps({
    'version': list(site.version),
    'user': site.username,
    'text': site.pages['Connected'].text(),
    'pages': [page.name for page in site.allpages()],
    'namespaces': len(site.namespaces),
}))
