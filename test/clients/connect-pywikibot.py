"""Connects to a wiki with pywikibot, reads and writes, and prints the results as JSON."""
import json
import os
import sys

os.environ['PYWIKIBOT_NO_USER_CONFIG'] = '2'
import pywikibot  # noqa: E402
from pywikibot import config  # noqa: E402
from pywikibot.login import ClientLoginManager  # noqa: E402

url, name, password = sys.argv[1:4]
config.put_throttle = 0
config.maxlag = 5
site = pywikibot.Site(url=url + '/index.php', user=name)
config.usernames[site.family.name]['*'] = name
ClientLoginManager(site=site, user=name, password=password).login()
site.login()
page = pywikibot.Page(site, 'Connected')
page.text = 'by pywikibot'
page.save('new', quiet=True)
print('\nFOUND ' + json.dumps({
    'version': site.version(),
    'user': site.user(),
    'text': pywikibot.Page(site, 'Connected').text,
    'pages': [page.title() for page in site.allpages()],
    'months': [list(pair) for pair in site.months_names][:2],
    'list': site.list_to_text(['a', 'b', 'c']),
}))
