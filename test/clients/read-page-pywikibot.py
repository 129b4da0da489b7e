"""Prints the text of a page, as pywikibot reads it."""
import os
import sys

os.environ['PYWIKIBOT_NO_USER_CONFIG'] = '2'
import pywikibot  # noqa: E402

host, title = sys.argv[1:3]
site = pywikibot.Site(url=f'http://{host}/index.php')
print(pywikibot.Page(site, title).text)
