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
  { name: 'an archive that unpacks a thousandfold', format: 'zip', filename: 'a.zip', make: bomb, isRefused: true },
]
