// Sandbox for the Action API.
import type { JSX } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { reader } from '../shared/reader.ts'
import { t } from '../shared/texts.ts'
import { actionCodes } from './action-code.ts'
import {
  type ActionField,
  choose,
  continued,
  formOf,
  holdsTitle,
  isSecret,
  requestOf,
  type Section,
  setValue,
  type Values,
} from './action-form.ts'
import { hashOf } from './address.ts'
import {
  API,
  type As,
  ask,
  check,
  completeTitles,
  completeUsers,
  namespaces,
  send,
  type WikiRemark,
} from './ask-wiki.ts'
import { Field, type FieldProps, Markup, type Option } from './control.tsx'
import { type Listing, withModules } from './listing.ts'
import { Output } from './output.tsx'
import { type PaneProps, RunLine } from './parts.tsx'
import { type Places, wikiLink } from './result.ts'
import { useSending } from './sending.tsx'
import { plain, wordsOf } from './value-words.ts'

const PAUSE = 250
const START: Values = { action: 'query' }
/** Set by the form itself, because the response is shown as JSON. */
const OURS = new Set(['format', 'formatversion'])

export function ActionPane({ entries, places, ...frame }: PaneProps & { readonly places: Places }): JSX.Element {
  const [values, setValues] = useState<Values>(() => (entries.length > 0 ? Object.fromEntries(entries) : START))
  const [listing, setListing] = useState<Listing>(new Map())
  const [spaces, setSpaces] = useState<ReadonlyMap<number, string>>(new Map())
  const [remarks, setRemarks] = useState<readonly WikiRemark[]>([])
  const [as, setAs] = useState<As>(reader.name === null ? 'anonymous' : 'self')
  const files = useRef(new Map<string, File>()).current

  // Following a link refills the form.
  useEffect(() => {
    if (entries.length > 0) setValues(Object.fromEntries(entries))
  }, [entries])

  const form = useMemo(() => formOf(values, listing), [values, listing])
  const request = useMemo(() => requestOf(values, form), [values, form])

  const missing = form.missing.join('|')
  useEffect(() => {
    if (missing === '') return
    let isOld = false
    // Preload the query module, which most requests use.
    const wanted = missing === 'main' ? ['main', 'query'] : missing.split('|')
    withModules(listing, wanted, ask).then(
      found => {
        if (!isOld) setListing(found)
      },
      () => undefined,
    )
    return () => {
      isOld = true
    }
  }, [missing])

  useEffect(() => {
    namespaces().then(setSpaces, () => undefined)
  }, [])

  // Keep the URL in sync with the form, without secrets.
  const hash = hashOf(Object.entries(values).filter(([name]) => !request.secrets.includes(name)))
  useEffect(() => frame.setHash(hash), [hash])

  useEffect(() => {
    if (missing !== '') return
    const gone = new AbortController()
    const timer = setTimeout(() => {
      check(values, form, as, gone.signal).then(setRemarks, () => undefined)
    }, PAUSE)
    return () => {
      clearTimeout(timer)
      gone.abort()
    }
  }, [values, missing, as])

  const label = () => plainLabel(values)
  const sending = useSending({
    ready: form.missing.length === 0,
    writes: request.writes,
    question: () => t('sandbox.writes_wiki', { action: values.action ?? '' }),
    send: signal => send(request, files, as, signal),
    done: outcome => frame.remember({ hash, label: label(), status: outcome.status }),
  })
  const next = (sending.outcome?.json as { continue?: Record<string, unknown> } | undefined)?.continue
  const goOn = next && {
    go: () => {
      const after = continued(values, next)
      setValues(after)
      sending.run(signal => send(requestOf(after, formOf(after, listing)), files, as, signal))
    },
  }

  const set = (name: string, value: string | null, naming = false) =>
    setValues(naming ? choose(values, name, value, listing) : setValue(values, name, value))
  const known = new Set(form.sections.flatMap(section => section.fields.map(field => field.name)))
  const others = missing === '' ? Object.keys(values).filter(name => !known.has(name) && !OURS.has(name)) : []
  const [main, ...modules] = form.sections
  const action = main?.fields.find(field => field.name === 'action')
  const fieldProps = (field: ActionField): FieldProps => ({
    ...propsOf(field, spaces),
    value: values[field.name],
    remarks: remarks.filter(each => each.name === field.name),
    set: value => set(field.name, value, field.param.submodules !== undefined),
    setFile: file => (file ? files.set(field.name, file) : files.delete(field.name)),
  })

  const told = hashOf(request.params.map(([name, value]) => [name, request.secrets.includes(name) ? '…' : value]))
  const line = request.post ? `POST ${API}\n${told}` : `GET ${API}?${told}`
  const codes = actionCodes({
    api: `${location.origin}${API}`,
    request,
    signedIn: as === 'self',
    form,
  })
  return (
    <div class="sb-work">
      <form
        class="sb-form"
        aria-label={t('sandbox.request')}
        onSubmit={event => {
          event.preventDefault()
          sending.start()
        }}
      >
        {frame.tabs}
        {action && <Field {...fieldProps(action)} id="sb-action" />}
        {modules.map(section => (
          <ModuleFields key={section.prefix + section.module.path} section={section} fieldProps={fieldProps} />
        ))}
        {others.length > 0 && (
          <fieldset>
            <legend>{t('sandbox.unknown_parameters')}</legend>
            {others.map(name => (
              <Field
                key={name}
                id={`sb-other-${name}`}
                name={name}
                kind="text"
                value={values[name]}
                set={value => set(name, value)}
              />
            ))}
          </fieldset>
        )}
        {main && (
          <details class="sb-module">
            <summary>{t('sandbox.every_request')}</summary>
            {main.fields
              .filter(field => field.name !== 'action')
              .map(field => (
                <Field key={field.name} {...fieldProps(field)} />
              ))}
          </details>
        )}
        <RunLine
          as={as}
          setAs={setAs}
          ways={['self', 'anonymous']}
          writes={request.writes}
          isRunning={sending.isRunning}
        />
      </form>
      <Output
        line={line}
        codes={codes}
        outcome={sending.outcome}
        isRunning={sending.isRunning}
        failed={sending.failed}
        leads={(key, value, around) => wikiLink(places, key, value, around)}
        goOn={goOn ? goOn.go : null}
      />
      {sending.dialog}
    </div>
  )
}

/** Short label of a request: its action and modules. */
function plainLabel(values: Values): string {
  const names = ['list', 'prop', 'meta', 'generator'].flatMap(name => (values[name] ? [`${name}=${values[name]}`] : []))
  return [`action=${values.action ?? ''}`, ...names].join(' ')
}

interface ModuleProps {
  readonly section: Section
  readonly fieldProps: (field: ActionField) => FieldProps
}

function ModuleFields({ section, fieldProps }: ModuleProps): JSX.Element {
  const { module, prefix, isGenerator, fields } = section
  const unset = fields.filter(field => fieldProps(field).value === undefined)
  const rare = unset.filter(field => field.param.deprecated)
  // If there are submodules, hide optional parameters at first.
  const namesModules = fields.some(({ param }) => param.submodules)
  const more = namesModules
    ? unset.filter(({ param }) => !param.deprecated && !param.submodules && !param.multi && !param.required)
    : []
  const hidden = new Set([...rare, ...more])
  const called = module.group ? `${isGenerator ? 'generator' : module.group}=${module.name}` : `action=${module.name}`
  return (
    <details class="sb-module" open data-module={prefix + module.path}>
      <summary>
        <b>{called}</b>
        {module.deprecated && <span class="chip">{t('sandbox.deprecated')}</span>}
        {module.internal && <span class="chip">{t('sandbox.internal')}</span>}
        {module.writerights && <span class="chip">{t('sandbox.changes_wiki')}</span>}
      </summary>
      <div class="sb-about">
        <Markup html={module.description} />{' '}
        <a href={`${API}?action=help&modules=${encodeURIComponent(module.path)}`}>{t('sandbox.help')}</a>
      </div>
      {module.examples.length > 0 && (
        <details class="sb-examples">
          <summary>{t('sandbox.examples', { count: module.examples.length })}</summary>
          <ul>
            {module.examples.map(({ query, description }) => (
              <li key={query}>
                {plain(description)}{' '}
                <a href={`#${query}`} dir="ltr">
                  {decoded(query)}
                </a>
              </li>
            ))}
          </ul>
        </details>
      )}
      {fields
        .filter(field => !hidden.has(field))
        .map(field => (
          <Field key={field.name} {...fieldProps(field)} />
        ))}
      {(
        [
          ['sandbox.more_parameters', more],
          ['sandbox.deprecated_ones', rare],
        ] as const
      ).map(
        ([title, some]) =>
          some.length > 0 && (
            <details key={title} class="sb-rare">
              <summary>{t(title, { count: some.length })}</summary>
              {some.map(field => (
                <Field key={field.name} {...fieldProps(field)} />
              ))}
            </details>
          ),
      )}
    </details>
  )
}

function decoded(query: string): string {
  try {
    return decodeURIComponent(query.replaceAll('+', ' '))
  } catch {
    return query
  }
}

const KINDS: Readonly<Record<string, FieldProps['kind']>> = {
  boolean: 'flag',
  integer: 'number',
  limit: 'limit',
  text: 'long',
  password: 'secret',
  timestamp: 'time',
  upload: 'file',
}
const EXPIRIES = ['infinite', '1 day', '1 week', '1 month', '1 year']

/** A parameter as a field. */
function propsOf(field: ActionField, spaces: ReadonlyMap<number, string>): Omit<FieldProps, 'value' | 'set'> {
  const { name, param } = field
  const { first, values } = wordsOf(param.description ?? '')
  const options = optionsOf(param, spaces, values)
  const choice = param.multi ? 'choices' : 'choice'
  const kind = options
    ? choice
    : isSecret(field)
      ? 'secret'
      : param.multi
        ? 'text'
        : (KINDS[param.type as string] ?? 'text')
  const { min, max, highmax, multi, limit } = param
  const notes = [
    ...(param.tokentype === undefined ? [] : [t('sandbox.token_by_itself')]),
    ...(multi && kind === 'text' ? [t('sandbox.several', { count: limit ?? 50 })] : []),
    ...(kind === 'limit' && max !== undefined
      ? [t('sandbox.at_most', { max, high: highmax ?? max })]
      : min !== undefined && max !== undefined
        ? [t('sandbox.between', { min, max })]
        : []),
    ...(param.info ?? []).map(each => plain(each.text ?? '')),
  ]
  const preset = param.default === undefined || param.default === '' ? undefined : String(param.default)
  return {
    id: `sb-${name}`,
    name,
    kind,
    preset,
    note: notes.join(' '),
    required: param.required === true && param.tokentype === undefined,
    deprecated: param.deprecated === true,
    hint: first,
    ...(options && { options }),
    ...(param.type === 'expiry' && { options: EXPIRIES.map(value => ({ value })) }),
    ...(values.size > 0 && !param.submodules && { valueWords: values }),
    complete: param.type === 'user' ? completeUsers : holdsTitle(field) ? completeTitles : undefined,
  }
}

function optionsOf(
  { type, deprecatedvalues = [], allspecifier, multi, extranamespaces = [] }: ActionField['param'],
  spaces: ReadonlyMap<number, string>,
  words: ReadonlyMap<string, string>,
): Option[] | null {
  const all = multi && allspecifier ? [{ value: allspecifier, label: `${allspecifier} (${t('sandbox.all')})` }] : []
  if (type === 'namespace') {
    const numbers = [...new Set([...extranamespaces, ...[...spaces.keys()].filter(id => id >= 0)])]
    const label = (id: number) => `${id} ${spaces.get(id) || (id === 0 ? t('sandbox.main_namespace') : '')}`.trim()
    return [...all, ...numbers.map(id => ({ value: String(id), label: label(id) }))]
  }
  if (typeof type === 'string') return null
  const values = type.map(value => ({
    value,
    words: words.get(value),
    deprecated: deprecatedvalues.includes(value),
  }))
  return [...all, ...values]
}
