import path from 'node:path'
import type { EventData } from 'node:test'

type Coverage = EventData.TestCoverage['summary']

/** Which lines count: those of the program, not of its tests and of tools that are run by hand. */
export const COVERED = {
  coverageIncludeGlobs: 'src/**/*.ts',
  coverageExcludeGlobs: [
    '**/*.test.ts',
    '**/testing*.ts',
    '**/testing/**',
    '**/test-support.ts',
    'src/languages/generate/**',
  ],
}

/** Of all lines; less than that, and too much of the program has no test. */
export const LEAST_PERCENT = 90

const LISTED = 25

/** How much of the program the tests have run, and where most lines are that they have not. */
export function coverageLines({ files, totals, workingDirectory }: Coverage): string[] {
  const missed = files
    .map(file => ({ ...file, missed: file.totalLineCount - file.coveredLineCount }))
    .sort((a, b) => b.missed - a.missed)
  return [
    ...missed
      .slice(0, LISTED)
      .map(
        file =>
          `${String(file.missed).padStart(5)} lines not run, ${file.coveredLinePercent.toFixed(0).padStart(3)} % run: ${path.relative(workingDirectory, file.path)}`,
      ),
    `coverage: ${totals.coveredLinePercent.toFixed(1)} % of ${totals.totalLineCount} lines, ${totals.coveredBranchPercent.toFixed(1)} % of branches, in ${files.length} files`,
  ]
}
