import { useEffect } from 'preact/hooks'
import { number, t } from '../shared/texts.ts'
import { accept, addScreenshot, mayRemove, remove, toText, voteFor } from './actions.ts'
import { Difference, Forms, Key, Said, When, Who } from './bits.tsx'
import { useDesk } from './context.ts'
import type { Desk } from './desk.ts'
import { openTerms, usableTerms } from './glossary.ts'
import { Info } from './info.tsx'
import { insert } from './insert.ts'
import { OtherLanguage } from './other-language.tsx'
import { machine, type Offer, offers } from './panels.ts'

/** Suggestions, glossary terms, developer comment and string information. */
export function HelpPanel() {
  const desk = useDesk()
  const work = desk.work.value!
  const found = offers(desk)
  const terms = usableTerms(work.glossary)
  const open = openTerms(work.glossary)
  const forbidden = work.glossary.filter(each => each.forbidden)
  return (
    <>
      <SecondaryLanguages />
      {found.map((offer, i) => (
        <OfferItem key={`${offer.kind} ${i}`} desk={desk} offer={offer} number={i + 1} />
      ))}
      {found.length === 0 && <p class="tr-hit small quiet">{t('translate.no_offers')}</p>}
      {work.may.machinery && <Machine desk={desk} />}
      {work.glossary.length > 0 && (
        <div class="tr-hit">
          <h2>{t('translate.glossary')}</h2>
          {terms.map((term, i) => (
            <div class="tr-term" key={`${term.source} ${term.target}`}>
              <i class="tr-dot" style={{ background: term.color }} aria-hidden="true" />
              <Said in={desk.props.sourceLanguage}>{term.source}</Said>{' '}
              <span class="tr-arrow" aria-hidden="true">
                →
              </span>
              <button type="button" class="tr-link" onClick={() => insert(term.text)}>
                <Said in={desk.props.language}>{term.text}</Said>
              </button>
              {i < 9 && <Key of={`Ctrl+G ${i + 1}`} />}
              {term.read_only && <small>{t('translate.keep_term')}</small>}
              {term.variant !== '' && <small>{t('translate.variant_of', { term: term.variant })}</small>}
              {term.explanation !== '' && <small dir="auto">{term.explanation}</small>}
            </div>
          ))}
          {open.map(term => (
            <div class="tr-term small" key={`open ${term.source}`}>
              <Said in={desk.props.sourceLanguage}>{term.source}</Said>{' '}
              <span class="quiet">{t('translate.filter_open')}</span>
            </div>
          ))}
          {forbidden.map(term => (
            <div class="tr-term small" key={`not ${term.source} ${term.target}`}>
              <Said in={desk.props.sourceLanguage}>{term.source}</Said> {t('translate.not_term')}{' '}
              <Said in={desk.props.language}>{term.target}</Said>
            </div>
          ))}
        </div>
      )}
      {work.unit.note !== '' && (
        <div class="tr-hit">
          <h2>{t('translate.note')}</h2>
          <p class="small tr-prose" dir="auto">
            {work.unit.note}
          </p>
        </div>
      )}
      {work.unit.explanation !== '' && (
        <div class="tr-hit">
          <h2>{t('translate.explanation')}</h2>
          <p class="small tr-prose" dir="auto">
            {work.unit.explanation}
          </p>
        </div>
      )}
      {(work.screenshots.length > 0 || work.may.upload_screenshot) && <Screenshots desk={desk} />}
      <Info />
    </>
  )
}

/** Translations that help to understand the string. The others have a panel of their own. */
function SecondaryLanguages() {
  const { other_languages: others } = useDesk().work.value!
  return (
    <>
      {others
        .filter(each => each.secondary)
        .map(each => (
          <OtherLanguage key={each.id} of={each} />
        ))}
    </>
  )
}

function Screenshots({ desk }: { readonly desk: Desk }) {
  const { screenshots, may } = desk.work.value!
  return (
    <div class="tr-hit">
      <h2>{t('translate.screenshots')}</h2>
      {screenshots.map(({ id, name, file_url: url }) => (
        <a key={id} href={url} target="_blank" rel="noopener">
          <img src={url} alt={name} loading="lazy" />
        </a>
      ))}
      {may.upload_screenshot && (
        <label class="small tr-upload">
          {t('translate.add_screenshot')}
          <input
            type="file"
            accept="image/*"
            onChange={event => {
              const [image] = event.currentTarget.files ?? []
              if (image) void addScreenshot(desk, image)
              event.currentTarget.value = ''
            }}
          />
        </label>
      )}
    </div>
  )
}

function OfferItem({
  desk,
  offer,
  number: place,
}: {
  readonly desk: Desk
  readonly offer: Offer
  readonly number: number
}) {
  const mayType = desk.writes || desk.suggests
  return (
    <div class="tr-hit">
      <Forms of={offer.target} in={desk.props.language} />
      {offer.kind === 'memory' && offer.item.quality < 100 && <NearSource desk={desk} source={offer.item.source} />}
      <div class="tr-meta">
        <Origin offer={offer} />
        {mayType && (
          <button
            type="button"
            class="tr-link"
            onClick={() => {
              desk.fill(offer.target)
              toText(desk)
            }}
          >
            {t('translate.copy')} {place < 10 && <Key of={`Ctrl+M ${place}`} />}
          </button>
        )}
      </div>
      {offer.kind === 'suggestion' && <Votes desk={desk} offer={offer} />}
    </div>
  )
}

/** Diff between a suggestion's source and the current source. */
function NearSource({ desk, source }: { readonly desk: Desk; readonly source: string }) {
  const before = source.split('\u001e')[0]!
  return (
    <div class="small">
      <Difference from={before} to={desk.row.value!.source[0]!} in={desk.props.sourceLanguage} />
    </div>
  )
}

function Origin({ offer }: { readonly offer: Offer }) {
  if (offer.kind === 'suggestion')
    return (
      <>
        <span class="chip s-approved">
          <i />
          {t('translate.suggestion')}
        </span>
        <span>
          <Who is={offer.item.user} />, <When at={offer.item.timestamp} />
        </span>
      </>
    )
  if (offer.kind === 'memory')
    return (
      <>
        <span class="chip s-done">
          <i />
          {t('translate.memory', { quality: offer.item.quality })}
        </span>
        <span>{offer.item.origin}</span>
      </>
    )
  return (
    <span class="chip s-readonly">
      <i />
      {offer.item.name ?? offer.item.service}
    </span>
  )
}

function Votes({ desk, offer }: { readonly desk: Desk; readonly offer: Offer & { kind: 'suggestion' } }) {
  const { item } = offer
  return (
    <div class="tr-meta">
      {desk.may.vote ? (
        <>
          <button
            type="button"
            class="tr-small"
            aria-pressed={item.own_vote === 1}
            aria-label={t('translate.vote_for')}
            onClick={() => voteFor(desk, item)}
          >
            ▲
          </button>
          <span class="num">{t('translate.votes', { count: item.votes })}</span>
          <button
            type="button"
            class="tr-small"
            aria-pressed={item.own_vote === -1}
            aria-label={t('translate.vote_against')}
            onClick={() => voteFor(desk, item, -1)}
          >
            ▼
          </button>
        </>
      ) : (
        <span class="num">{t('translate.votes', { count: item.votes })}</span>
      )}
      {desk.may.accept && (
        <button type="button" class="tr-small" onClick={() => accept(desk, item)}>
          {t('translate.accept')}
        </button>
      )}
      {mayRemove(desk, item) && (
        <button type="button" class="tr-small" onClick={() => remove(desk, item)}>
          {t('translate.remove')}
        </button>
      )}
    </div>
  )
}

function Machine({ desk }: { readonly desk: Desk }) {
  const { state, always } = machine
  const asked = state.value?.unit === desk.work.value?.unit.id ? state.value : null
  useEffect(() => {
    if (always.value) void machine.ask(desk)
  }, [desk.work.value?.unit.id, always.value])
  return (
    <div class="tr-hit small">
      <div class="tr-meta">
        <button type="button" class="tr-small" disabled={asked?.isAsked} onClick={() => machine.ask(desk)}>
          {t('translate.ask_machine')}
        </button>
        <Key of="Alt+M" />
        <label class="choice">
          <input
            type="checkbox"
            checked={always.value}
            onChange={event => machine.setAlways(event.currentTarget.checked)}
          />
          {t('translate.ask_always')}
        </label>
      </div>
      {asked?.problem && (
        <p class="problem" role="alert">
          {asked.problem}
        </p>
      )}
      {asked && !asked.isAsked && asked.problem === null && asked.answers.length === 0 && (
        <p class="quiet">{t('translate.no_machine', { count: number(0) })}</p>
      )}
    </div>
  )
}
