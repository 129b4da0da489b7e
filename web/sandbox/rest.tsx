// Sandbox for the REST APIs.
import type { JSX } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { reader } from '../shared/reader.ts'
import { t } from '../shared/texts.ts'
import { setValue, type Values } from './action-form.ts'
import { hashOf } from './address.ts'
import { checkRest, loadDocument, type RestRemark, sendRest } from './ask-rest.ts'
import type { As } from './ask-wiki.ts'
import { Field, type FieldProps } from './control.tsx'
import { Output } from './output.tsx'
import { type PaneProps, RunLine } from './parts.tsx'
import type { RestApi } from './rest-apis.ts'
import { restCodes } from './rest-code.ts'
import {
  exampleValues,
  isFile,
  isJson,
  isSecret,
  type OpenApi,
  type Operation,
  operationAt,
  operationsOf,
  type RestField,
  restRequestOf,
  typesOf,
} from './rest-form.ts'
import { webLink } from './result.ts'
import { useSending } from './sending.tsx'

const PAUSE = 250
/** Response format parameter, omitted because the response is shown as JSON. */
const OURS = new Set(['query.format'])

export function RestPane({ api, entries, ...frame }: PaneProps & { readonly api: RestApi }): JSX.Element {
  const [document, setDocument] = useState<OpenApi | null>(null)
  const [values, setValues] = useState<Values>({})
  const [chosen, choose] = useState(api.start)
  const [typed, type] = useState<string | null>(null)
  const [remarks, setRemarks] = useState<readonly RestRemark[]>([])
  const [as, setAs] = useState<As>(reader.name === null ? 'anonymous' : 'self')
  const [key, setKey] = useState('')
  const files = useRef(new Map<string, File>()).current

  useEffect(() => {
    loadDocument(api).then(setDocument, () => undefined)
  }, [api])

  // Following a link refills the form.
  useEffect(() => {
    const { [api.entry]: operation, ...given } = Object.fromEntries(entries)
    choose(operation || api.start)
    setValues(given)
    type(null)
  }, [entries])

  const operations = useMemo(() => (document ? operationsOf(document) : []), [document])
  const operation = operations.find(each => each.id === chosen) ?? null
  const request = operation && restRequestOf(operation, values)

  const secrets = new Set(operation?.fields.filter(isSecret).map(each => each.key))
  const kept = Object.entries(values).filter(([name]) => !secrets.has(name))
  const hash = hashOf([[api.entry, chosen], ...kept])
  useEffect(() => frame.setHash(hash), [hash])

  useEffect(() => {
    if (!operation || !request) return
    const gone = new AbortController()
    const timer = setTimeout(() => {
      checkRest(api, operation, request, gone.signal).then(setRemarks, () => undefined)
    }, PAUSE)
    return () => {
      clearTimeout(timer)
      gone.abort()
    }
  }, [operation, values])

  const sending = useSending({
    ready: request !== null,
    writes: request?.writes ?? false,
    question: () => t('sandbox.writes_rest', { method: request?.method ?? '', path: request?.path ?? '' }),
    send: signal => sendRest(api, request!, files, as, key, signal),
    done: outcome => frame.remember({ hash, label: `${request?.method} ${request?.path}`, status: outcome.status }),
  })
  const next = (sending.outcome?.json as { next?: unknown } | undefined)?.next
  const goOn =
    operation && typeof next === 'string'
      ? () => {
          const search = new URL(next, location.href).searchParams
          const after = {
            ...values,
            ...Object.fromEntries([...search].map(([name, value]) => [`query.${name}`, value])),
          }
          setValues(after)
          sending.run(signal => sendRest(api, restRequestOf(operation, after), files, as, key, signal))
        }
      : null

  const pick = (text: string) => {
    const found = operations.find(each => nameOf(each) === text || each.id === text)
    type(found ? null : text)
    if (!found || found.id === chosen) return
    choose(found.id)
    setValues({})
    setRemarks([])
  }
  const ownHosts = new Set([location.host, ...(document?.servers ?? []).map(({ url }) => new URL(url).host)])
  const leads = (_: string, value: string | number): string | null => {
    const link = typeof value === 'string' ? webLink(value) : null
    if (link === null) return null
    const url = new URL(link)
    if (!ownHosts.has(url.host)) return link
    const found = operationAt(operations, url.pathname)
    if (!found) return url.pathname + url.search
    const query = [...url.searchParams].map(([name, each]) => [`query.${name}`, each] as const)
    return `#${hashOf([[api.entry, found.id], ...Object.entries(found.values), ...query])}`
  }
  const props = (field: RestField): FieldProps => ({
    ...propsOf(field),
    ...(field.place === 'body' &&
      field.name === api.token && { note: t('sandbox.token_by_itself'), preset: undefined }),
    value: values[field.key],
    remarks: remarks
      .filter(({ place, attr }) => place === field.place && attr !== null && attr.split('.')[0] === field.name)
      .map(({ detail }) => ({ text: detail, refused: true })),
    set: value => setValues(setValue(values, field.key, value)),
    setFile: file => (file ? files.set(field.key, file) : files.delete(field.key)),
  })
  const groups = [
    ['sandbox.path_parameters', 'path'],
    ['sandbox.query_parameters', 'query'],
    ['sandbox.body', 'body'],
  ] as const
  const general = remarks.filter(({ attr }) => attr === null)
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
        <div class="field sb-operation">
          <label for="sb-action">{t('sandbox.operation')}</label>
          <input
            id="sb-action"
            list="sb-operations"
            dir="ltr"
            autocomplete="off"
            spellcheck={false}
            placeholder={t('sandbox.find_operation')}
            value={typed ?? (operation ? nameOf(operation) : chosen)}
            onFocus={event => event.currentTarget.select()}
            onInput={event => pick(event.currentTarget.value)}
            onBlur={() => type(null)}
          />
          <datalist id="sb-operations">
            {operations.map(each => (
              <option key={each.id} value={nameOf(each)}>
                {each.summary}
              </option>
            ))}
          </datalist>
        </div>
        {document && !operation && <p class="note wrong">{t('sandbox.not_known', { name: chosen })}</p>}
        {operation && (
          <>
            <div class="sb-about" lang="en" dir="ltr">
              <b>{operation.summary.replace(/\.$/, '')}.</b>{' '}
              {operation.description !== operation.summary && `${operation.description} `}
              {operation.forAccounts && <span class="chip">{t('sandbox.login_needed')}</span>}
            </div>
            {operation.fields.length > 0 && (
              <p class="sb-start">
                <a
                  class="button"
                  href={`#${hashOf([[api.entry, operation.id], ...Object.entries(exampleValues(operation))])}`}
                >
                  {t('sandbox.from_example')}
                </a>
              </p>
            )}
            {groups.map(([title, place]) => {
              const fields = operation.fields.filter(field => field.place === place && !OURS.has(field.key))
              if (fields.length === 0) return null
              return (
                <details key={place} class="sb-module" open data-module={place}>
                  <summary>{t(title)}</summary>
                  {fields.map(field => (
                    <Field key={operation.id + field.key} {...props(field)} />
                  ))}
                </details>
              )
            })}
            {general.map(({ detail }) => (
              <p key={detail} class="sb-remark refused">
                <span aria-hidden="true">✕ </span>
                {detail}
              </p>
            ))}
          </>
        )}
        <RunLine
          as={as}
          setAs={setAs}
          ways={['self', 'anonymous', 'key']}
          writes={request?.writes ?? false}
          isRunning={sending.isRunning}
        >
          {as === 'key' && (
            <Field
              id="sb-key"
              name={t('sandbox.key')}
              kind="secret"
              value={key === '' ? undefined : key}
              note={t('sandbox.key_hint')}
              set={value => setKey(value ?? '')}
            />
          )}
        </RunLine>
      </form>
      <Output
        line={request ? lineOf(request.method, request.path, request.body) : ''}
        codes={
          operation && request
            ? restCodes(api, { site: location.origin, operation, request, signedIn: as !== 'anonymous' })
            : []
        }
        outcome={sending.outcome}
        isRunning={sending.isRunning}
        failed={sending.failed}
        leads={leads}
        goOn={goOn}
      />
      {sending.dialog}
    </div>
  )
}

const nameOf = ({ method, path }: Operation): string => `${method} ${path}`

const lineOf = (method: string, path: string, body: unknown): string =>
  body === undefined ? `${method} ${path}` : `${method} ${path}\n${JSON.stringify(body)}`

/** A parameter or property as a field. */
function propsOf(field: RestField): Omit<FieldProps, 'value' | 'set'> {
  const { schema, name, required, description, example } = field
  const types = typesOf(schema)
  const choices = schema.enum ?? schema.items?.enum ?? (types.includes('boolean') ? [true, false] : null)
  const isMany = types.includes('array')
  // For untyped values, a string example means that the field takes text.
  const json = isJson(field) && !(types.length === 0 && typeof example === 'string')
  const isLong = types.includes('string') && ((schema.maxLength ?? 0) > 5000 || schema.contentMediaType !== undefined)
  const isNumber = types.includes('integer') || types.includes('number')
  const kind: FieldProps['kind'] = isFile(field)
    ? 'file'
    : json || isLong
      ? 'long'
      : choices
        ? isMany
          ? 'choices'
          : 'choice'
        : isSecret(field)
          ? 'secret'
          : schema.format === 'date-time'
            ? 'time'
            : isNumber
              ? 'number'
              : 'text'
  const preset = schema.default === undefined ? undefined : String(schema.default)
  const note = json ? t('sandbox.json_hint') : isMany && !choices ? t('sandbox.list_hint') : undefined
  const sample = example === undefined || example === null || choices || kind === 'secret' ? undefined : String(example)
  return {
    id: `sb-${field.key.replaceAll('.', '-')}`,
    name,
    kind,
    required,
    text: description,
    note,
    preset:
      preset ?? (kind === 'long' || sample === undefined ? undefined : t('sandbox.for_example', { value: sample })),
    ...(choices && { options: choices.map(each => ({ value: String(each) })) }),
  }
}
