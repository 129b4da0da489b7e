import { type LimitNode, SqliteQueryCompiler, ValueNode } from 'kysely'
import { isUsualLimit } from '../usual-limits.ts'

/**
 * Writes usual limits into the statement's text. SQLite plans a statement anew at every run when its limit is a
 * parameter, since the plan may depend on it, and that costs more than most of our statements themselves. Unusual limits
 * stay parameters, so that they cannot crowd out other prepared statements.
 */
export class LimitWritingCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    const { limit } = node
    if (ValueNode.is(limit) && isUsualLimit(limit.value as number)) {
      this.append(`limit ${limit.value}`)
    } else super.visitLimit(node)
  }
}
