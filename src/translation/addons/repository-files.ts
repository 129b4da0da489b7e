// Add-ons that write files of the repository. `repositories/addon-files/` has their work; here are their settings.

import type { Services } from '#core/services.ts'
import { type Fields, help, optional, refuse, ruled } from '#fields/field.ts'
import { boolean, choice, text } from '#fields/kinds.ts'
import type { ComponentParts } from '../catalogue/components.ts'
import { usesGit } from '../catalogue/version-control.ts'
import type { AddonFiles } from '../repositories/addon-files/addon-files.ts'
import { CONTRIBUTORS } from '../repositories/addon-files/contributors.ts'
import { templateProblem } from '../repositories/addon-files/file-template.ts'
import { addonFiles } from '../repositories/addon-files/index.ts'
import { operateLater } from '../repositories/background.ts'
import { checkTemplate } from '../repositories/commit-message.ts'
import { RepositoryError } from '../repositories/repository-error.ts'
import { rootOf } from '../repositories/session.ts'
import { SQUASH } from '../repositories/squash.ts'
import { isInside } from '../values/file-path.ts'
import { type Addon, type AddonEvent, addon } from './addon.ts'

const needsRepository = ({ component }: ComponentParts): string | null =>
  usesGit(component) ? null : 'This add-on needs a component with a repository.'

/** The work happens with the next commit, which this starts in the background. */
async function commitSoon({ store, jobs }: Services, { component }: ComponentParts): Promise<number> {
  if (usesGit(component)) await store.transaction(tx => operateLater(tx, jobs, rootOf(component), 'commit'))
  return 0
}

const template = (max: number, blank = false) =>
  ruled(text({ max, blank, verbatim: true }), (value, at) => {
    const problem = templateProblem(value)
    if (problem !== null) refuse(at, 'invalid', problem)
  })

const filename = (blank = false) =>
  ruled(template(500, blank), (value, at) => {
    if (value !== '' && !isInside(value.replaceAll(/\{\{.*?\}\}/g, 'x')))
      refuse(at, 'invalid', 'Enter a path inside the repository, without a leading slash.')
  })

const message = ruled(text({ max: 5000, blank: true }), (value, at) => {
  try {
    checkTemplate(value)
  } catch (error) {
    if (!(error instanceof RepositoryError)) throw error
    refuse(at, 'invalid', error.message)
  }
})

interface Words {
  readonly description: string
  readonly settings?: Fields
  readonly events?: readonly AddonEvent[]
}

const WORDS: Readonly<Record<string, Words>> = {
  'weblate.gettext.linguas': {
    description: 'Updates the LINGUAS file when a language is added or removed.',
    events: ['commit', 'daily'],
  },
  'weblate.gettext.configure': {
    description: 'Updates the ALL_LINGUAS variable in configure, configure.in or configure.ac.',
    events: ['commit', 'daily'],
  },
  'weblate.gettext.mo': {
    description: 'Writes a compiled MO file for every PO file.',
    settings: {
      path: help(
        optional(filename(true), ''),
        'Path of the MO file, such as locale/{{ language_code }}/app.mo. By default, it is next to the PO file.',
        'Path of the MO file',
      ),
      fuzzy: help(
        optional(boolean(), false),
        'Include translations that need editing.',
        'Translations that need editing',
      ),
    },
  },
  'weblate.gettext.msgmerge': {
    description: 'Updates all PO files to match the POT file with msgmerge, after each update from the repository.',
    events: ['commit', 'component-update'],
    settings: {
      previous: help(
        optional(boolean(), true),
        'Keep the previous source text of changed strings.',
        'Previous source texts',
      ),
      no_location: help(optional(boolean(), false), 'Remove the locations of strings.', 'No locations'),
      fuzzy: help(optional(boolean(), true), 'Use similar translations for new strings.', 'Similar translations'),
    },
  },
  'weblate.cleanup.generic': {
    description: 'Removes strings from translation files that the monolingual base file does not have.',
    events: ['commit', 'component-update'],
  },
  'weblate.cleanup.blank': {
    description: 'Removes strings without a translation from translation files.',
    events: ['commit', 'component-update'],
  },
  'weblate.properties.sort': { description: 'Sorts Java properties files by key.' },
  'weblate.resx.update': {
    description: 'Adds new strings of the base file to all RESX files, and removes those that it no longer has.',
    events: ['commit', 'component-update'],
  },
  'weblate.generate.generate': {
    description: 'Writes a file per language from a template, for example with its statistics.',
    settings: {
      filename: help(filename(), 'Path of the file, such as stats/{{ language_code }}.json.', 'File'),
      template: help(template(100_000), 'Content of the file. Variables are those of commit messages.', 'Content'),
    },
  },
}

const declared = ({ name, label, refuses }: AddonFiles): Addon => {
  const { description, settings = {}, events = ['commit'] } = WORDS[name]!
  return addon({
    name,
    label,
    description,
    settings,
    events,
    refuses: async parts => needsRepository(parts) ?? (await refuses(parts)),
    run: commitSoon,
  })
}

const contributors = addon({
  name: CONTRIBUTORS,
  label: 'Contributors in comment',
  description: 'Adds translators and the years of their work to the comment at the top of PO files.',
  settings: {},
  events: ['commit'],
  refuses: parts =>
    needsRepository(parts) ??
    (parts.component.file_format === 'po' ? null : 'This add-on needs a component with gettext PO files.'),
})

const squash = addon({
  name: SQUASH,
  label: 'Squash Git commits',
  description: 'Squashes commits before they are pushed.',
  settings: {
    squash: choice({ all: 'All commits into one', language: 'Per language', file: 'Per file', author: 'Per author' }),
    append_trailers: help(
      optional(boolean(), true),
      'Add the trailers of all squashed commits, and a Co-authored-by line per translator.',
      'Add trailers',
    ),
    commit_message: help(
      optional(message, ''),
      'Message of squashed commits, with the variables of commit messages. By default, all their messages.',
    ),
  },
  events: ['commit'],
  refuses: needsRepository,
})

export const repositoryAddons: readonly Addon[] = [...addonFiles.map(declared), contributors, squash]
