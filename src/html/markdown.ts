import { Marked } from 'marked'
import { escapeHtml, Html, html } from './html.ts'

/** Longer texts, and those that are nested too deeply, are shown as they were typed. */
const MOST_CHARACTERS = 5000
/** Texts whose HTML is kept: the same few announcements stand above every page. */
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
    // A check box that nobody can tick is only confusing.
    checkbox: () => '',
  },
})

const rendered = new Map<string, Html>()

/** Markdown that people wrote as safe HTML: markup inside is shown as text, pictures as their descriptions. */
export function markdown(text: string): Html {
  const known = rendered.get(text)
  if (known) return known
  const made = render(text)
  if (rendered.size >= KEPT) rendered.delete(rendered.keys().next().value!)
  rendered.set(text, made)
  return made
}

function render(text: string): Html {
  if (text.length > MOST_CHARACTERS) return plain(text)
  try {
    return new Html(marked.parse(text, { async: false }))
  } catch {
    return plain(text)
  }
}

const plain = (text: string): Html => html`<p>${text}</p>`
