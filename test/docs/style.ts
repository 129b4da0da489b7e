// Finds phrases that docs/style.md bans. `node bin/run.js test/docs/style.ts [ROOT]` prints each hit as file:line, then the totals.
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** What to avoid, and what to write instead. Keep in step with docs/style.md. */
export const BANNED: readonly (readonly [RegExp, string])[] = [
  [/\bwho(?:m)?ever\b/i, 'anyone who, or name the role: users, project managers'],
  [/\bsomebody\b/i, 'someone, or name the role'],
  [/\beverybody\b/i, 'everyone, all users'],
  [/\bstrangers?\b/i, 'visitor, unregistered user, anonymous request'],
  [/\b(?:is|are|was|were|be|been|being) told\b/i, 'is notified, receives, gets'],
  [/\btells? of\b/i, 'describes, reports'],
  [/\banew\b/i, 'again; recreate, rebuild'],
  [/\bonce more\b/i, 'again'],
  [/\bby and by\b/i, 'gradually'],
  [/\bat once\b/i, 'immediately; at the same time; in one step'],
  [/\bany more\b(?! \w)/i, 'any longer, or drop it'],
  [/\b(?:by itself|by themselves)\b/i, 'automatically, or drop it'],
  [/\bfor ever\b/i, 'forever, permanently'],
  [/\blately\b/i, 'recently'],
  [/\bfor want of\b/i, 'because … is missing'],
  [/\bso that nobody\b/i, 'to prevent …'],
  [/\bthat which\b/i, 'what, or name the thing'],
  [/\bhas? grown old\b|\bhad grown\b/i, 'expired'],
  [/\bdo(?:es)? not hold\b/i, 'is not valid, does not apply'],
  [/\bmend(?:s|ed|ing|able)?\b/i, 'fix, repair'],
  [/\blook(?:s|ed|ing)? after\b/i, 'manage, maintain'],
  [/\bthose who\b/i, 'name the role: users, administrators'],
  [/\bin earnest\b/i, 'in production'],
  [/\bfarewell\b/i, 'drop it'],
  [/\bdear(?:er|est)?\b/i, 'expensive'],
  [/\bby hand\b/i, 'manually'],
  [/\bhave their say\b|\bhas its say\b/i, 'take precedence, apply'],
  [/\bservers? of others\b|\bservices? of others\b/i, 'third-party service, outbound request'],
  [/\b(?:small|minor) change(?:s)?\b|\bsmall edits?\b/i, 'minor edit'],
  [/\bmails\b|\be-mails?\b/i, 'emails, email'],
  [/\bmail servers?\b/i, 'email server'],
  [/\blane beyond\b/i, 'integration tests'],
  [/\b(?:the house|the floors?|a floor|crumbs?)\b/i, 'architecture, layer, small file'],
  [/\bis no (?:longer )?(?:address|number|name|title|file|page|news)\b/i, 'is not a …'],
]

export interface Hit {
  readonly file: string
  readonly line: number
  readonly phrase: string
  readonly instead: string
}

export type Kind = 'texts' | 'docs' | 'comments'

const HOME = path.join(import.meta.dirname, '..', '..')
const MOST_WORDS = 30

/** The list of bans itself, generated files, and the guide that quotes what it bans. */
const EXEMPT = /(?:^|\/)(?:errors\.md|style\.md|style\.ts|[\w-]+\.generated\.ts)$|\/fixtures\//

const FILES: Readonly<Record<Kind, readonly string[]>> = {
  texts: ['src/html/texts/*.ts', 'src/cli/**/!(*.test).ts'],
  docs: ['docs/**/*.md', '{README,CONTRIBUTING,SECURITY}.md', 'clients/*/README.md'],
  comments: ['{src,web,test,clients,bin}/**/*.{ts,tsx,js,css}'],
}

const COMMENT_OR_STRING = /(\/\*[\s\S]*?\*\/|(?<![:'"`\\])\/\/[^\n]*)|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g
const blank = (text: string): string => text.replace(/[^\n]/g, ' ')

/** The source without its comments. Lines keep their numbers. */
const withoutComments = (source: string): string =>
  source.replace(COMMENT_OR_STRING, (all, comment?: string) => (comment === undefined ? all : blank(all)))

/** The comments of a source. Lines keep their numbers. */
function onlyComments(source: string): string {
  let text = ''
  let end = 0
  for (const { 0: all, 1: comment, index } of source.matchAll(COMMENT_OR_STRING)) {
    if (comment === undefined) continue
    text += source.slice(end, index).replace(/[^\n]+/g, '') + all
    end = index + all.length
  }
  return text
}

/** Prose of a Markdown file: code, addresses of links and quotations are blanked. */
const prose = (source: string): string =>
  source
    .replace(/^```[\s\S]*?^```/gm, blank)
    .replace(/(?<=\n\n)(?: {4}.*\n)+|^>.*$/gm, blank)
    .replace(/`[^`\n]*`/g, '`code`')
    .replace(/\]\([^)\s]*\)/g, ']')

const readable: Readonly<Record<Kind, (source: string) => string>> = {
  texts: source => withoutComments(source).replace(/^\s*'[^']*':|\{\{\w+\}\}/gm, ''),
  docs: prose,
  comments: onlyComments,
}

function sources(kind: Kind, root: string): [file: string, text: string][] {
  return globSync(FILES[kind] as string[], { cwd: root, exclude: name => /(?:^|\/)(?:node_modules|dist)$/.test(name) })
    .map(file => file.replaceAll('\\', '/'))
    .filter(file => !EXEMPT.test(file))
    .sort()
    .map(file => [file, readable[kind](readFileSync(path.join(root, file), 'utf8'))])
}

/** Every banned phrase in the files of one kind. */
export function bannedPhrases(kind: Kind, root = HOME): Hit[] {
  return sources(kind, root).flatMap(([file, text]) =>
    text.split('\n').flatMap((content, index) =>
      BANNED.flatMap(([pattern, instead]) => {
        const phrase = pattern.exec(content)?.[0].toLowerCase()
        return phrase === undefined ? [] : [{ file, line: index + 1, phrase, instead }]
      }),
    ),
  )
}

/** Sentences of the documentation with more words than the guide allows. Cells of tables count as sentences. */
export function longSentences(root = HOME): Hit[] {
  return sources('docs', root).flatMap(([file, text]) => {
    const blocks = [...text.matchAll(/(?:[^\n]+\n?)+/g)].flatMap(({ 0: block, index }) => {
      const line = text.slice(0, index).split('\n').length
      return block.split(/\n(?=\s*(?:[-*|#]|\d+\.) ?)/).map(part => ({ part, line }))
    })
    return blocks.flatMap(({ part, line }) =>
      part
        .split(/[.!?:](?:\s|$)|\|/)
        .map(sentence => sentence.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)?.length ?? 0)
        .filter(words => words > MOST_WORDS)
        .map(words => ({ file, line, phrase: `sentence of ${words} words`, instead: 'split it' })),
    )
  })
}

if (import.meta.filename === process.argv[1]) {
  const root = path.resolve(process.argv[2] ?? HOME)
  if (!existsSync(root)) throw new Error(`No such folder: ${root}`)
  const hits = (['texts', 'docs', 'comments'] as const).map(kind => [kind, bannedPhrases(kind, root)] as const)
  const all = [...hits, ['long sentences', longSentences(root)] as const]
  for (const [, found] of all)
    for (const { file, line, phrase, instead } of found) console.log(`${file}:${line}: "${phrase}": ${instead}`)
  console.log(all.map(([kind, found]) => `${kind}: ${found.length}`).join(', '))
}
