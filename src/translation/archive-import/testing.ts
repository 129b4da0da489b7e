// Test helper: export archives of Crowdin and Transifex with something of every kind.

import type { Files } from '../weblate-import/testing-backup.ts'

const XLIFF = `<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
  <file original="/app/menu.json" source-language="en" target-language="pt-BR" datatype="plaintext">
    <body>
      <trans-unit id="1"><source>Open</source><target state="final">Abrir</target></trans-unit>
      <trans-unit id="2"><source>Close</source><target state="needs-translation">Fechar</target></trans-unit>
      <trans-unit id="3"><source>Gone</source><target state="final">Foi</target></trans-unit>
    </body>
  </file>
</xliff>
`

const TMX = `<?xml version="1.0"?><tmx version="1.4"><header srclang="en"/><body>
<tu><tuv xml:lang="en"><seg>Open</seg></tuv><tuv xml:lang="pt-BR"><seg>Abrir</seg></tuv></tu>
<tu><tuv xml:lang="en"><seg>Open</seg></tuv><tuv xml:lang="pt-BR"><seg>Abrir</seg></tuv></tu>
<tu><tuv xml:lang="cs"><seg>Nic</seg></tuv></tu>
</body></tmx>`

const TBX = `<?xml version="1.0"?><martif type="TBX" xml:lang="en"><text><body>
<termEntry id="1"><descrip type="definition">Yellow fruit</descrip>
<langSet xml:lang="en"><tig><term>banana</term></tig></langSet>
<langSet xml:lang="cs"><tig><term>banán</term></tig></langSet></termEntry>
<termEntry id="2"><langSet xml:lang="en"><tig><term>pear</term></tig></langSet></termEntry>
</body></text></martif>`

const po = (language: string, target: string, more = '') => `msgid ""
msgstr ""
"Language: ${language}\\n"
"Content-Type: text/plain; charset=UTF-8\\n"

${more}msgid "Hello"
msgstr "${target}"
`

export const crowdin = (): Files => ({
  'crowdin.yml': `project_id: "7"
base_path: .
languages_mapping: &map
  locale:
    pt-BR: brazil
files:
  - source: /app/**/*.json
    translation: /app/**/i18n/%file_name%.%locale%.%file_extension%
    ignore: [/app/**/i18n/*]
    languages_mapping: *map
  - source: /po/messages.pot
    translation: /po/%two_letters_code%.po
  - source: /notes.json
    translation: /%language%/%locale%/notes.json
`,
  'app/menu.json': '{"open": "Open", "close": "Close", "quit": "Quit"}\n',
  'app/i18n/menu.brazil.json': '{"open": "Abrir", "close": "Fechar", "more": "Mais"}\n',
  'app/deep/help.json': '{"help": "Help"}\n',
  'app/deep/i18n/help.de.json': '{"help": "Hilfe"}\n',
  'po/messages.pot': po('', ''),
  'po/cs.po': po('cs', 'Ahoj', '#, fuzzy\n'),
  'po/fr.po': po('fr', 'Salut'),
  'export/menu.pt-BR.xliff': XLIFF,
  'memory.tmx': TMX,
  'glossary.tbx': TBX,
  'README.txt': 'read me\n',
})

export const transifex = (): Files => ({
  '.tx/config': `[main]
host = https://app.transifex.com
lang_map = pt_BR: brazil

[o:fruit:p:site:r:web]
file_filter = locale/<lang>.json
source_file = locale/en.json
source_lang = en
type = KEYVALUEJSON

[site.docs]
file_filter = docs\\<lang>.po
source_file = docs\\docs.pot
source_lang = en
trans.cs = other/czech.po

[site.broken]
file_filter = a/b.po
`,
  'locale/en.json': '{"open": "Open"}\n',
  'locale/brazil.json': '{"open": "Abrir"}\n',
  'locale/brazil.json.xlf': XLIFF.replace('/app/menu.json', 'web'),
  'docs/docs.pot': po('', ''),
  'docs/de.po': po('de', 'Hallo'),
  'other/czech.po': po('cs', 'Ahoj'),
  'glossary.csv':
    'term,pos,comment,translation_cs,comment_cs\nbanana,noun,"Yellow, sweet",banán,\npear,,,hruška,\npear,,,twice,\n',
})
