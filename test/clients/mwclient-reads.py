"""Reads a wiki with all methods of mwclient, writes a page, and prints the results as JSON."""
import json
import sys

import mwclient

host, name, password = sys.argv[1:4]
site = mwclient.Site(host, path='/', scheme='http')
found = {'anonymous': site.logged_in, 'version': list(site.version), 'namespaces': len(site.namespaces)}
site.login(name, password)
found['logged_in'] = site.logged_in
found['rights'] = 'delete' in site.rights
found['token'] = len(site.get_token('csrf'))


def titles(listing):
    return [page.name for page in listing]


def count(listing):
    return len([item for item in listing])


mars = site.pages['Марс']
category = site.categories['Планеты']
image = site.images['Corpus red.png']

found['text'] = mars.text()
found['page'] = [mars.exists, mars.redirect, mars.revision, mars.namespace, mars.pageid]
found['missing'] = site.pages['Нет такой'].exists
found['redirect'] = site.pages['Перенапр'].redirects_to().name
found['in_steps'] = titles(site.allpages(limit=7))
found['at_once'] = titles(site.allpages(limit=500))
found['site'] = {
    'allimages': count(site.allimages(limit=5)),
    'alllinks': count(site.alllinks(limit=20)),
    'alllinks_generator': count(site.alllinks(limit=20, unique=True, generator=True)),
    'allcategories': count(site.allcategories(limit=5)),
    'allusers': count(site.allusers(prop='groups|editcount', limit=5)),
    'blocks': count(site.blocks(limit=2)),
    'deletedrevisions': count(site.deletedrevisions(limit=5)),
    'exturlusage': count(site.exturlusage('*.example.org', protocol='https')),
    'logevents': count(site.logevents(limit=50)),
    'random': len([page for page, _ in zip(site.random('0', limit=2), range(4))]),
    'recentchanges': count(site.recentchanges(limit=60)),
    'revisions': count(site.revisions([304, 295])),
    'search': [[hit['title'] for hit in site.search('страница', limit=n)] for n in (1, 50)],
    'usercontributions': count(site.usercontributions("O'Brien", limit=10)),
    'users': [user['name'] for user in site.users(['Admin', 'Алиса'])],
    'watchlist': count(site.watchlist(limit=5)) >= 0,
}
found['of_page'] = {
    'backlinks': titles(mars.backlinks(limit=3)),
    'backlinks_list': list(mars.backlinks(generator=False)),
    'categories': titles(mars.categories()),
    'categories_list': list(mars.categories(generator=False)),
    'embeddedin': titles(site.pages['Шаблон:Карточка'].embeddedin(limit=3)),
    'extlinks': list(mars.extlinks()),
    'images': titles(site.pages['Галерея'].images()),
    'iwlinks': list(site.pages['Ссылки'].iwlinks()),
    'langlinks': [list(link) for link in mars.langlinks()],
    'links': titles(mars.links()),
    'revisions': count(mars.revisions(limit=3)),
    'revisions_newer': [r['revid'] for r in mars.revisions(dir='newer', prop='ids', limit=50)][:1],
    'templates': titles(mars.templates()),
}
found['category'] = {'members': titles(category), 'subcats': titles(category.members(namespace=14))}
found['file'] = {
    'exists': image.exists,
    'size': image.imageinfo['size'],
    'history': count(image.imagehistory()),
    'usage': titles(image.imageusage()),
    'duplicates': [file['name'] for file in image.duplicatefiles(limit=1)],
    'bytes': len(image.download()),
}

spoon = site.pages['Блюдце']
spoon.edit('Первое', 'новая')
spoon.append('\nВторое', 'ещё')
spoon.prepend('Ноль\n', 'до')
spoon.edit('Пар', 'Раздел', section='new')
site.pages['Блюдце'].edit('начало\n', 'раздел', section=0)
saved = site.pages['Блюдце']
found['written'] = [saved.text(), [revision['comment'] for revision in saved.revisions(prop='comment')]]
try:
    site.pages['Special:Version'].edit('x', 'y')
    found['refused'] = None
except mwclient.errors.APIError as error:
    found['refused'] = error.code
print(json.dumps(found))
