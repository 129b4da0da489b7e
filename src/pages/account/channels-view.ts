import type { NewsChoices } from '#core/news-source.ts'
import type { InboxKind } from '#events/inbox/kinds.ts'
import { type Html, html } from '#html/html.ts'
import { FREQUENCIES } from '#html/notification-matrix.ts'
import type { TextKey } from '#html/texts/index.ts'
import { type OwnVisit, tokenField } from './owner.ts'

/** An event with its two channels. */
interface ChannelRow {
  readonly sentence: TextKey
  readonly about?: TextKey
  /** The kind in the inbox; absent if it never appears there. */
  readonly inbox?: InboxKind
  /** The wiki's kind of email, `project` if it is chosen per project, absent if there is none. */
  readonly email?: string
}

const PER_PROJECT = 'project'

const ROWS: readonly ChannelRow[] = [
  { sentence: 'notifications.wiki_talk', inbox: 'talk', email: 'WikiTalkPageNotification' },
  {
    sentence: 'notifications.wiki_mention',
    about: 'notifications.wiki_mention_about',
    inbox: 'mention',
    email: 'WikiMentionNotification',
  },
  {
    sentence: 'notifications.wiki_watched',
    about: 'notifications.wiki_watched_about',
    email: 'WikiWatchedPageNotification',
  },
  { sentence: 'notifications.here_reply', inbox: 'reply', email: PER_PROJECT },
  { sentence: 'notifications.here_thanks', inbox: 'thanks' },
  { sentence: 'notifications.here_revert', inbox: 'revert' },
  { sentence: 'notifications.here_rights', inbox: 'rights' },
  { sentence: 'notifications.here_review', inbox: 'review' },
  { sentence: 'notifications.alert', inbox: 'alert', email: PER_PROJECT },
  { sentence: 'notifications.announcement', inbox: 'announcement', email: PER_PROJECT },
]

export const WIKI_FREQUENCIES = FREQUENCIES.filter(([frequency]) => frequency <= 3)
/** The wiki's kinds of email. */
export const WIKI_KINDS = ROWS.flatMap(({ email }) => (email === undefined || email === PER_PROJECT ? [] : email))

/** One matrix for the inbox and for email. What is emailed about projects is chosen per project. */
export function channelsView(
  own: OwnVisit,
  { frequencies, minorEdits }: NewsChoices,
  off: ReadonlySet<InboxKind>,
): Html {
  const { t } = own.reader
  const email = (kind: string | undefined, label: string): Html => {
    if (kind === undefined) return html`<span class="quiet small">${t('notifications.not_emailed')}</span>`
    if (kind === PER_PROJECT) return html`<a class="small" href="#matrix">${t('notifications.per_project')}</a>`
    return html`<select id="${kind}" name="${kind}" aria-label="${label} – ${t('notifications.email')}">
      ${WIKI_FREQUENCIES.map(
        ([value, word]) =>
          html`<option value="${value}"${value === frequencies[kind] && html` selected`}>${t(word)}</option>`,
      )}
    </select>`
  }
  const row = ({ sentence, about, inbox, email: kind }: ChannelRow): Html => {
    const label = t(sentence)
    return html`<tr>
      <th scope="row">${label}${about !== undefined && html`<small class="quiet">${t(about)}</small>`}</th>
      <td class="here">${
        inbox === undefined
          ? html`<span class="quiet small">${t('notifications.watchlist_only')}</span>`
          : html`<input type="checkbox" name="here" value="${inbox}"${!off.has(inbox) && html` checked`}
              aria-label="${label} – ${t('inbox.title')}">`
      }</td>
      <td>${email(kind, label)}</td>
    </tr>`
  }
  return html`<section class="card" id="wiki">
    <h2>${t('notifications.channels')}</h2>
    <p class="quiet">${t('notifications.channels_about')}</p>
    <form method="post" action="#wiki">
      ${tokenField(own)}
      <table class="channels">
        <caption class="aside">${t('notifications.channels')}</caption>
        <thead>
          <tr>
            <th scope="col">${t('notifications.about')}</th>
            <th scope="col">${t('inbox.title')}</th>
            <th scope="col">${t('notifications.email')}</th>
          </tr>
        </thead>
        <tbody>${ROWS.map(row)}</tbody>
      </table>
      <p>
        <label class="choice">
          <input type="checkbox" name="minor" value="1"${minorEdits && html` checked`}>
          <span>${t('notifications.wiki_minor')}</span>
        </label>
      </p>
      <p class="buttons"><button class="button first" name="do" value="wiki">${t('frame.save')}</button></p>
    </form>
  </section>`
}
