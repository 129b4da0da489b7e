// Test data: large, repetitive or malicious files as functions of their size. Work must grow linearly and never block
// requests.
import { writeZip } from './zip/write-zip.ts'

export interface LargeFile {
  readonly name: string
  /** A format of components, or `zip` for an archive of files. */
  readonly format: string
  readonly filename: string
  /** The content with `n` strings, keys or levels, according to the name. */
  make(n: number): Buffer
  /** Whether it must be rejected; others are valid but large. */
  readonly isRefused: boolean
}

const HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'
const XLIFF = '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">'
const FILE = '<file original="a" source-language="en" target-language="cs" datatype="plaintext"><body>'

const lines = (n: number, line: (i: number) => string): string => Array.from({ length: n }, (_, i) => line(i)).join('')
const members = (n: number, member: (i: number) => string): string =>
  `{${Array.from({ length: n }, (_, i) => member(i)).join(',\n')}}`

const file = (
  name: string,
  format: string,
  filename: string,
  text: (n: number) => string,
  isRefused = false,
): LargeFile => ({ name, format, filename, make: n => Buffer.from(text(n)), isRefused })

/** Unpacks to `n` megabytes, a thousand times its size. */
const bomb = (n: number): Buffer =>
  writeZip(new Map([['po/cs.po', Buffer.alloc(n * 1024 * 1024)]]), new Date(Date.UTC(2026, 0, 1)))

const MARTIF = '<martif type="TBX" xml:lang="en"><text><body>'
const PLIST = '<plist version="1.0"><dict>'

const MORE: readonly LargeFile[] = [
  file('many keys', 'yaml', 'cs.yaml', n => lines(n, i => `key${i}: Text ${i}\n`)),
  file('many messages', 'fluent', 'cs.ftl', n => lines(n, i => `key${i} = Text { $n }\n    .title = x\n`)),
  file('messages that never end', 'fluent', 'cs.ftl', n => lines(n, i => `key${i} = { $n ->\n`)),
  file('one message of many lines', 'fluent', 'cs.ftl', n => `key =\n${'    text\n'.repeat(n)}`),
  file('many texts', 'php', 'cs.php', n => `<?php\n${lines(n, i => `$lang['k${i}'] = 'v';\n`)}`),
  file('many items', 'laravel', 'cs.php', n => `<?php\nreturn [\n${lines(n, i => `    'k${i}' => 'v',\n`)}];\n`),
  file('arrays nested without end', 'php', 'cs.php', n => `<?php\nreturn ${'['.repeat(n)}`, true),
  file('code without end', 'php', 'cs.php', n => `<?php\n${'f(g($x), '.repeat(n)}`),
  file('many pairs', 'toml', 'cs.toml', n => lines(n, i => `k${i} = "v"\n`)),
  file('many tables', 'go-i18n-toml', 'cs.toml', n => lines(n, i => `[k${i}]\none = "v"\nother = "w"\n`)),
  file('lists nested without end', 'toml', 'cs.toml', n => `a = ${'['.repeat(n)}`, true),
  file('many lines', 'ini', 'cs.ini', n => `[a]\n${lines(n, i => `k${i}=v\n`)}`),
  file('many sections', 'ini', 'cs.ini', n => lines(n, i => `[s${i}]\nk=v\n`)),
  file('many lines', 'joomla', 'cs.ini', n => lines(n, i => `K${i}="${'v'.repeat(100)}"\n`)),
  file('many entities', 'dtd', 'cs.dtd', n => lines(n, i => `<!ENTITY k${i} "v">\n`)),
  file('many strings', 'rc', 'cs.rc', n => `STRINGTABLE\nBEGIN\n${lines(n, i => `IDS_${i} "v"\n`)}END\n`),
  file(
    'many values',
    'resx',
    'cs.resx',
    n => `<root>${lines(n, i => `<data name="k${i}"><value>v</value></data>\n`)}</root>`,
  ),
  file(
    'many strings',
    'wxl',
    'cs.wxl',
    n => `<WixLocalization>${lines(n, i => `<String Id="k${i}">v</String>\n`)}</WixLocalization>`,
  ),
  file(
    'many segments',
    'xliff2',
    'cs.xliff',
    n =>
      `<xliff version="2.0" srcLang="en" trgLang="cs"><file id="f">${lines(n, i => `<unit id="u${i}"><segment><source>s</source><target>t</target></segment></unit>\n`)}</file></xliff>`,
  ),
  file(
    'many terms',
    'tbx',
    'cs.tbx',
    n =>
      `${MARTIF}${lines(n, i => `<termEntry id="t${i}"><langSet xml:lang="en"><tig><term>a${i}</term></tig></langSet></termEntry>\n`)}</body></text></martif>`,
  ),
  file(
    'many formats',
    'stringsdict',
    'cs.stringsdict',
    n =>
      `${PLIST}${lines(n, i => `<key>k${i}</key><dict><key>NSStringLocalizedFormatKey</key><string>v</string></dict>\n`)}</dict></plist>`,
  ),
  file('many cues', 'srt', 'cs.srt', n => lines(n, i => `${i}\n00:00:01,000 --> 00:00:02,000\nText\n\n`)),
  file('many messages', 'webextension', 'messages.json', n => members(n, i => `"k${i}":{"message":"v"}`)),
  file(
    'many messages',
    'go-i18n-json',
    'cs.json',
    n => `[${Array.from({ length: n }, (_, i) => `{"id":"k${i}","translation":"v"}`).join(',\n')}]`,
  ),
  file('many plurals', 'i18next', 'cs.json', n => members(n, i => `"k${i}_0":"v","k${i}_1":"w"`)),
  file(
    'many strings',
    'xcstrings',
    'a.xcstrings',
    n =>
      `{"sourceLanguage":"en","strings":${members(n, i => `"k${i}":{"localizations":{"cs":{"stringUnit":{"state":"translated","value":"v"}}}}`)}}`,
  ),
]

export const LARGE_FILES: readonly LargeFile[] = [
  file('many entries', 'po', 'cs.po', n => HEADER + lines(n, i => `msgid "a${i}"\nmsgstr "b${i}"\n\n`)),
  file('one translation for all', 'po', 'cs.po', n => HEADER + lines(n, i => `msgid "a${i}"\nmsgstr "x"\n\n`)),
  file(
    'one source in many contexts',
    'po',
    'cs.po',
    n => HEADER + lines(n, i => `msgctxt "c${i}"\nmsgid "a"\nmsgstr "b${i}"\n\n`),
  ),
  file(
    'translations that begin alike',
    'po',
    'cs.po',
    n => HEADER + lines(n, i => `msgid "a${i}"\nmsgstr "${'x'.repeat(60)}${i}"\n\n`),
  ),
  file('one entry many times', 'po', 'cs.po', n => HEADER + 'msgid "a"\nmsgstr "b"\n\n'.repeat(n)),
  file('one text of many lines', 'po', 'cs.po', n => `${HEADER}msgid "a"\nmsgstr ""\n${'"x\\n"\n'.repeat(n)}`),
  file(
    'many units',
    'xliff',
    'cs.xliff',
    n =>
      `${XLIFF}${FILE}${lines(n, i => `<trans-unit id="a${i}"><source>H${i}</source><target>x</target></trans-unit>\n`)}</body></file></xliff>`,
  ),
  file('elements nested without end', 'xliff', 'cs.xliff', n => XLIFF + '<g>'.repeat(n), true),
  file(
    'many messages',
    'ts',
    'cs.ts',
    n =>
      `<TS version="2.1" language="cs"><context><name>a</name>${lines(n, i => `<message><source>H${i}</source><translation>x</translation></message>\n`)}</context></TS>`,
  ),
  file('many members', 'json', 'cs.json', n => members(n, i => `"k${i}":"v"`)),
  file('one member many times', 'json', 'cs.json', n => members(n, () => '"k":"v"'), true),
  file('many objects', 'json-nested', 'cs.json', n => members(n, i => `"k${i}":{"a":"v"}`)),
  file('objects nested without end', 'json-nested', 'cs.json', n => '{"a":'.repeat(n), true),
  file('many plurals', 'i18nextv4', 'cs.json', n => members(n, i => `"k${i}_one":"v","k${i}_other":"w"`)),
  file('many messages of a wiki', 'mediawiki-json', 'cs.json', n => members(n, i => `"k${i}":"v"`)),
  file('many described members', 'arb', 'app_cs.arb', n => members(n, i => `"k${i}":"v","@k${i}":{"description":"d"}`)),
  file('many lines', 'properties', 'cs.properties', n => lines(n, i => `k${i}=v\n`)),
  file('one line that goes on', 'properties', 'cs.properties', n => `k=${'x\\\n'.repeat(n)}y\n`),
  file('many commented lines', 'strings', 'cs.strings', n => lines(n, i => `/* c */\n"k${i}" = "v";\n`)),
  file('many rows', 'csv', 'cs.csv', n => `context,source,target\n${lines(n, i => `k${i},s${i},t\n`)}`),
  file('a quote that never ends', 'csv', 'cs.csv', n => `context,source,target\nk,s,"${'x\n'.repeat(n)}`, true),
  file(
    'many strings',
    'aresource',
    'strings.xml',
    n => `<resources>${lines(n, i => `<string name="k${i}">v</string>\n`)}</resources>`,
  ),
  file('many keys', 'ruby-yaml', 'cs.yml', n => `cs:\n${lines(n, i => `  key${i}: "Text ${i}"\n`)}`),
  file('one key many times', 'ruby-yaml', 'cs.yml', n => `cs:\n${'  key: "Text"\n'.repeat(n)}`, true),
  file('lists nested without end', 'ruby-yaml', 'cs.yml', n => `cs: ${'['.repeat(n)}`, true),
  ...MORE,
  { name: 'an archive that unpacks a thousandfold', format: 'zip', filename: 'a.zip', make: bomb, isRefused: true },
]
