// Test helper: a project backup as Weblate writes it.

import { ZipWriter } from '../formats/zip/write-zip.ts'
import { PNG } from './testing.ts'

export type Files = Record<string, string | Buffer | object>

export async function zipOf(files: Files): Promise<Buffer> {
  const zip = new ZipWriter(new Date('2026-01-02T03:04:05Z'))
  for (const [name, content] of Object.entries(files))
    await zip.add(
      name,
      typeof content === 'string' || Buffer.isBuffer(content)
        ? Buffer.from(content)
        : Buffer.from(JSON.stringify(content)),
    )
  return Buffer.from(zip.end())
}

const at = (hour: number) => `2025-03-04T${String(hour).padStart(2, '0')}:06:07.890123+00:00`
const FORMS = '\u001e\u001e'
const cs = { source: 0, number: 3, formula: '(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2', type: 13 }
const en = { source: 0, number: 2, formula: 'n != 1', type: 1 }

let position = 0
const unit = (translation_id: number, source: string, target: string, state: number, more: object = {}) => ({
  ...{ translation_id, source, target, state, original_state: state, details: {}, position: ++position },
  ...{ id_hash: source.length.toString(16).padStart(16, '0'), location: '', context: '', note: '', flags: '' },
  ...{ previous_source: '', num_words: 1, priority: 100, timestamp: at(1), extra_flags: '', explanation: '' },
  ...{ labels: [], comments: [], checks: [], suggestions: [], ...more },
})

const component = (more: object) => ({
  ...{ vcs: 'git', repo: 'https://bot:secret@git.example.org/x.git', push: '', repoweb: '', branch: 'main' },
  ...{ template: '', new_base: '', locked: false, source_language: 'en', merge_style: 'rebase', priority: 100 },
  ...{ edit_template: true, enforced_checks: [], check_flags: '', is_glossary: false, manage_units: false, ...more },
})

const PO = (language: string, target: string) => `msgid ""
msgstr ""
"Language: ${language}\\n"
"Content-Type: text/plain; charset=UTF-8\\n"

# kept
msgid "Bananas"
msgstr "${target}"
`

/** A project with something of every kind. */
export const backupFiles = (): Files => ({
  'weblate-backup.json': {
    metadata: { version: '5.12', server: 'Weblate', domain: 'weblate.example.org', timestamp: at(9) },
    project: {
      ...{ name: 'Fruit', slug: 'fruit', web: 'https://fruit.example.org/', instructions: 'Stay ripe.' },
      ...{ access_control: 0, language_aliases: 'cze:cs', use_shared_tm: true, contribute_shared_tm: true },
      ...{ translation_review: true, source_review: false, enable_hooks: true },
    },
    labels: [{ name: 'Sweet', color: 'red' }],
    categories: [{ name: 'Docs', slug: 'docs', categories: [{ name: 'Guides', slug: 'docs/guides', categories: [] }] }],
    teams: [
      {
        ...{ name: 'Pickers', roles: ['Power user', 'Nonesuch'], components: ['app', 'docs/guides/help'] },
        ...{ language_selection: 0, languages: ['cs'], admins: ['anna'], enforced_2fa: false },
        ...{ members: ['anna', 'bob'], autogroups: ['^.*@fruit$'] },
      },
    ],
  },
  'weblate-memory.json': [
    {
      ...{ source: 'Cup', target: 'Šálek', source_language: 'en', target_language: 'cs' },
      ...{ origin: 'fruit/app', category: 10000001, status: 1 },
    },
  ],
  'components/app.json': {
    component: component({ name: 'App', slug: 'app', filemask: 'po/*.po', file_format: 'po' }),
    translations: [
      { id: 11, language_code: 'en', plural: en, revision: 'x', filename: '' },
      { id: 12, language_code: 'cze', plural: cs, revision: 'x', filename: 'po/cze.po' },
    ],
    units: [
      unit(11, 'Bananas', 'Bananas', 100, { labels: ['Sweet'], explanation: 'Yellow', extra_flags: 'max-length:40' }),
      unit(11, `%d pear${FORMS}%d pears`, `%d pear${FORMS}%d pears`, 100),
      unit(12, 'Bananas', 'Banány', 30, {
        comments: [
          { user: 'bob', comment: 'Second', timestamp: at(6), resolved: false },
          { user: 'anna', comment: 'First', timestamp: at(5), resolved: true },
        ],
        suggestions: [
          {
            ...{ target: 'Banánky', user: 'anna', timestamp: at(4) },
            votes: [{ user: 'bob', value: 1 }],
          },
          { target: 'Banánečky', user: 'anonymous', timestamp: at(3), votes: [] },
        ],
      }),
      unit(12, `%d pear${FORMS}%d pears`, `%d hruška${FORMS}%d hrušky${FORMS}%s hrušek`, 20, {
        checks: [{ name: 'c_format', dismissed: true }],
        flags: 'c-format',
      }),
    ],
    screenshots: [
      {
        ...{ name: 'Bowl', image: 'bowl.png', translation_id: 12, user: 'anna', timestamp: at(2) },
        units: ['0000000000000007'],
      },
    ],
  },
  'components/help.json': {
    component: component({
      ...{ name: 'Help', slug: 'help', category: 'docs/guides', filemask: '*.json', file_format: 'json' },
      ...{ template: 'en.json', repo: 'weblate://fruit/app' },
    }),
    translations: [{ id: 21, language_code: 'en', plural: en, revision: 'x', filename: 'en.json' }],
    units: [unit(21, 'Help', 'Help', 20, { context: 'help' })],
    screenshots: [],
  },
  'components/terms.json': {
    component: component({
      ...{ name: 'Terms', slug: 'terms', filemask: '*.tbx', file_format: 'tbx', is_glossary: true },
      ...{ repo: 'local:', vcs: 'local', manage_units: true },
    }),
    translations: [{ id: 31, language_code: 'en', plural: en, revision: 'x', filename: '' }],
    units: [unit(31, 'bowl', 'bowl', 100)],
    screenshots: [],
  },
  'screenshots/bowl.png': PNG,
  'vcs/app/po/cze.po': PO('cs', 'Banány'),
  'vcs/app/en.json': '{"help": "Help"}\n',
  'vcs/app/.git/config': '[core]\n',
})
