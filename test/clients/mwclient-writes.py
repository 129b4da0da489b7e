"""Writes to a wiki with all methods of mwclient, and prints the results as JSON."""
import json
import sys

import mwclient

host, name, password, picture = sys.argv[1:5]
site = mwclient.Site(host, path='/', scheme='http')
site.login(name, password)
found = {}

page = site.pages['Ложка']
found['created'] = page.save('Первая', summary='новая')['result']
found['appended'] = page.append('\nВторая', summary='ещё')['result']
found['prepended'] = page.prepend('Нулевая\n', minor=True)['result']
page.touch()
page.purge()
found['text'] = site.pages['Ложка'].text()
found['moved'] = page.move('Вилка', reason='другая', no_redirect=True)['to']
found['deleted'] = site.pages['Вилка'].delete(reason='лишняя')['title']
site.post('undelete', title='Вилка', token=site.get_token('undelete'))
found['back'] = site.pages['Вилка'].text()
site.post('protect', title='Вилка', protections='edit=sysop', token=site.get_token('protect'))
found['protection'] = list(site.pages['Вилка'].protection['edit'])

with open(picture, 'rb') as file:
    found['uploaded'] = site.upload(file, 'Mwclient.png', 'Описание', comment='первая')['result']
with open(picture, 'rb') as file:
    again = site.upload(file, 'Mwclient 2.png', 'Описание')
    found['warned'] = sorted(again['warnings'])
image = site.images['Mwclient.png']
found['image'] = [image.exists, image.imageinfo['width'], len(image.download())]

try:
    site.pages['Вилка'].save('x', createonly=True)
except mwclient.errors.APIError as error:
    found['refused'] = error.code
print(json.dumps(found))
