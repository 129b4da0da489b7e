import type { ActionRun } from '../../api/action-run.ts'
import type { TextWork } from '../../content/text-work/text-work.ts'
import { fail } from '../../messages/message.ts'
import { escapeWikitext } from '../../site/escape-wikitext.ts'
import type { Subject } from './subject.ts'

interface SectionArgs {
  readonly section: string | undefined
  readonly sectiontitle: string | undefined
}

const SECTION = /^(?:T-)?\d+$/

/** The requested section, or the text as a new section with a heading. */
export async function cutSection(
  run: ActionRun,
  work: TextWork,
  subject: Subject,
  { section, sectiontitle }: SectionArgs,
): Promise<Subject> {
  if (section === undefined) return subject
  if (section === 'new') {
    return sectiontitle ? { ...subject, text: `== ${sectiontitle} ==\n\n${subject.text}` } : subject
  }
  if (!SECTION.test(section)) fail('apierror-invalidsection')
  const { ns, dbkey } = subject.page
  const name = escapeWikitext(run.titleText(ns, dbkey))
  if (subject.model !== 'wikitext') fail('apierror-sectionsnotsupported-what', [name], { code: 'nosuchsection' })
  const text = await work.run('section', { text: subject.text, section })
  if (text === null) fail('apierror-nosuchsection-what', [escapeWikitext(section), name])
  return { ...subject, text }
}
