import { type LimitNode, SqliteQueryCompiler, ValueNode } from 'kysely'

/** The limits that clients ask for: round numbers, and one more to see whether anything follows. */
const isUsual = (limit: number): boolean => limit <= 2 || (limit <= 5001 && limit % 10 <= 1)

/**
 * Writes usual limits into the statement's text. SQLite plans a statement anew at every run when its limit is a
 * parameter, since the plan may depend on it, and that costs more than most of our statements themselves. Unusual limits
 * stay parameters, so that they cannot crowd out other prepared statements.
 */
export class LimitWritingCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    const { limit } = node
    if (ValueNode.is(limit) && Number.isSafeInteger(limit.value) && isUsual(limit.value as number)) {
      this.append(`limit ${limit.value}`)
    } else super.visitLimit(node)
  }
}
