// Validates the responses of both APIs during a test run against their declarations (the OpenAPI document of the REST
// API, the declared results of the Action API), in the process that sends them: a test or a server that a test started.
// Violations are written to a folder and fail the run.
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ActionRun } from '../src/wiki/api/action-run.ts'

const FOLDER = 'PARLANCE_TEST_ANSWERS'
const DOCUMENT = 'openapi.json'

/** Starts validation in all processes that this one spawns. */
export async function beginWatching(): Promise<{ end(): string[] }> {
  const { openApi } = await import('../src/translation/api/openapi/document.ts')
  const { rest } = await import('../src/translation/api/resources/index.ts')
  const { Addresses } = await import('../src/translation/values/addresses.ts')
  const folder = mkdtempSync(path.join(tmpdir(), 'parlance-answers-'))
  const document = openApi(rest, new Addresses('https://translate.example.org'), 'test')
  writeFileSync(path.join(folder, DOCUMENT), JSON.stringify(document))
  process.env[FOLDER] = folder
  const preload = `--import=${JSON.stringify(path.join(import.meta.dirname, 'watch-answers.js'))}`
  process.env.NODE_OPTIONS = [process.env.NODE_OPTIONS, preload].filter(Boolean).join(' ')
  return {
    end() {
      const lines = readdirSync(folder)
        .filter(name => name !== DOCUMENT)
        .flatMap(name => readFileSync(path.join(folder, name), 'utf8').trim().split('\n'))
      rmSync(folder, { recursive: true, force: true })
      return [...new Set(lines)]
    },
  }
}

type Watch = (method: string, url: string, status: number, headers: Record<string, unknown>, payload: unknown) => void

/** Called in such a process before its first response. */
export async function watcher(): Promise<Watch> {
  const folder = process.env[FOLDER]
  // The document does not list the names of plugins.
  if (folder === undefined || process.env.PARLANCE_PLUGINS) return () => {}
  const { AnswerCheck } = await import('../src/translation/api/openapi/testing.ts')
  const check = new AnswerCheck(JSON.parse(readFileSync(path.join(folder, DOCUMENT), 'utf8')) as object)
  return (method, url, status, headers, payload) => {
    // The client has disconnected and gets no response.
    if (status === 499) return
    const text = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.toString() : ''
    const problem = check.problem(method, url, { status, headers, text })
    if (problem === null) return
    report(folder, `${method} ${url} (${testFile()}): ${problem} ${text.slice(0, 300)}`)
  }
}

/** The same for the Action API. */
export async function actionWatcher(): Promise<(run: ActionRun) => void> {
  const folder = process.env[FOLDER]
  if (folder === undefined) return () => {}
  const { responseMismatches } = await import('../src/wiki/actions/response-mismatches.ts')
  return run => {
    const problems = responseMismatches(run)
    if (problems.length === 0) return
    const request = new URLSearchParams(
      [...run.request.params].map(([name, value]): [string, string] => [name, value.slice(0, 200)]),
    )
    report(folder, `api.php?${request} (${testFile()}): ${problems.slice(0, 5).join('; ')}`)
  }
}

const testFile = (): string => path.relative(process.cwd(), process.argv[1] ?? '')

const report = (folder: string, line: string): void =>
  appendFileSync(path.join(folder, `${process.pid}.txt`), `${line.replaceAll('\n', ' ')}\n`)
