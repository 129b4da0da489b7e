// Makes a release: `npm run release -- 0.2.0` checks everything that can be checked and tags the commit; `--check` does all but the tag.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { checkPackage } from './check-package.ts'

const root = path.join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

interface Commit {
  readonly branch: string
  /** What `git status` lists. */
  readonly status: string
  readonly tags: readonly string[]
  readonly manifest: { readonly version: string }
  readonly lock: { readonly version: string }
  readonly changelog: string
  readonly today: string
}

/** Why this commit cannot be released as `version`; empty when it can. */
export function obstacles(
  version: string,
  { branch, status, tags, manifest, lock, changelog, today }: Commit,
): string[] {
  const section = new RegExp(`^## \\[${version.replaceAll('.', '\\.')}\\] - (\\S+)$`, 'm').exec(changelog)
  return [
    !/^\d+\.\d+\.\d+$/.test(version) && `${version} is not a version: use three numbers, for example 0.2.0.`,
    branch !== 'main' && `Releases are made on main, not on ${branch}.`,
    status !== '' && 'There are uncommitted changes.',
    tags.includes(`v${version}`) && `The tag v${version} exists. A tag is never moved: choose a new version.`,
    manifest.version !== version &&
      `package.json says ${manifest.version}: run npm version ${version} --no-git-tag-version.`,
    lock.version !== version && `package-lock.json says ${lock.version}.`,
    !section && `CHANGELOG.md has no section "## [${version}] - ${today}".`,
    section && section[1] !== today && `CHANGELOG.md dates ${version} ${section[1]}; today is ${today}.`,
  ].filter(reason => typeof reason === 'string')
}

async function main(version: string, isCheck: boolean): Promise<void> {
  const found = obstacles(version, {
    branch: git('branch', '--show-current'),
    status: git('status', '--porcelain'),
    tags: git('tag').split('\n'),
    manifest: JSON.parse(read('package.json')),
    lock: JSON.parse(read('package-lock.json')),
    changelog: read('CHANGELOG.md'),
    today: new Date().toISOString().slice(0, 10),
  })
  if (found.length > 0) throw new Error(found.join('\n'))
  execFileSync(path.join(root, '.ci', 'run'), { cwd: root, stdio: 'inherit' })
  await checkPackage(console.log)
  if (isCheck) return console.log(`${version} can be released.`)
  git('tag', '-a', `v${version}`, '-m', `Parlance ${version}`)
  console.log(`Tagged v${version}. To publish it: git push --follow-tags && npm publish`)
}

if (import.meta.filename === process.argv[1]) {
  const [version, ...options] = process.argv.slice(2)
  if (!version) {
    console.error('Usage: npm run release -- VERSION [--check]')
    process.exit(2)
  }
  await main(version, options.includes('--check')).catch((error: Error) => {
    console.error(error.message)
    process.exit(1)
  })
}
