import path from 'node:path'
import type { EventData } from 'node:test'

type Coverage = EventData.TestCoverage['summary']

/** Measures production code, not tests or tools that are run by hand. */
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

/** Required line coverage. */
export const LEAST_PERCENT = 90

const LISTED = 25

/** Coverage summary, with the files that have the most uncovered lines. */
export function coverageLines({ files, totals, workingDirectory }: Coverage): string[] {
  const missed = files
    .map(file => ({ ...file, missed: file.totalLineCount - file.coveredLineCount }))
    .sort((a, b) => b.missed - a.missed)
  return [
    ...missed
      .slice(0, LISTED)
      .map(
        file =>
          `${String(file.missed).padStart(5)} lines not covered, ${file.coveredLinePercent.toFixed(0).padStart(3)}% covered: ${path.relative(workingDirectory, file.path)}`,
      ),
    `coverage: ${totals.coveredLinePercent.toFixed(1)} % of ${totals.totalLineCount} lines, ${totals.coveredBranchPercent.toFixed(1)} % of branches, in ${files.length} files`,
  ]
}
