import { direction } from '#languages/direction.ts'
import type { ActionRun } from '../../api/action-run.ts'
import { escapeHtml } from '../../wikitext/text.ts'
import type { Subject } from './subject.ts'

/** The beginning of an HTML document around the page. No scripts and styles belong to it here. */
export function headHtml(run: ActionRun, { page }: Subject): string {
  const { language } = run
  const side = direction(language)
  const title = escapeHtml(`${run.titleText(page.ns, page.dbkey)} — ${run.wiki.site.info.general.sitename ?? ''}`)
  return (
    `<!DOCTYPE html>\n<html class="client-nojs" lang="${escapeHtml(language)}" dir="${side}">\n<head>\n` +
    `<meta charset="UTF-8"/>\n<title>${title}</title>\n</head>\n<body class="mediawiki ${side} ns-${page.ns}">`
  )
}
