import { Marked } from 'marked'
import { memo } from '#cache/bounded-cache.ts'
import { escapeHtml, Html, html } from './html.ts'

/** Longer or deeply nested texts are shown as plain text. */
const MOST_CHARACTERS = 5000
/** Number of cached texts. The same few announcements appear on every page. */
const KEPT = 200

const marked = new Marked({
  breaks: true,
  renderer: {
    heading({ tokens }) {
      return `<p><strong>${this.parser.parseInline(tokens)}</strong></p>\n`
    },
    html: ({ text }) => escapeHtml(text),
    link({ href, tokens }) {
      const inner = this.parser.parseInline(tokens)
      const leads = /^(?:https?:\/\/|mailto:|\/(?![/\\]))/i.test(href)
      return leads ? `<a href="${escapeHtml(href)}" rel="nofollow noopener">${inner}</a>` : inner
    },
    image: ({ text }) => escapeHtml(text),
    // A checkbox that nobody can check would only confuse.
    checkbox: () => '',
  },
})

/** Converts user-written Markdown to safe HTML. Embedded HTML becomes text, images become their alt text. */
export const markdown: (text: string) => Html = memo(KEPT, render)

function render(text: string): Html {
  if (text.length > MOST_CHARACTERS) return plain(text)
  try {
    return new Html(marked.parse(text, { async: false }))
  } catch {
    return plain(text)
  }
}

const plain = (text: string): Html => html`<p>${text}</p>`
