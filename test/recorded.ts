import type { KyselyPlugin, PluginTransformQueryArgs, QueryId, RootOperationNode } from 'kysely'
import type { Db } from '#server/kit/database.ts'

export type Recorded = { sql: string; parameters: readonly unknown[] }

/** The same database, and each statement that it has done from now on. */
export function recorded(db: Db): { db: Db; statements: Recorded[] } {
  const statements: Recorded[] = []
  // Parts of statements are looked at here as well: only what has a result was a statement.
  const made = new WeakMap<QueryId, RootOperationNode>()
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
      made.set(queryId, node)
      return node
    },
    async transformResult({ result, queryId }) {
      const node = made.get(queryId)
      if (node) {
        const { sql, parameters } = db.getExecutor().compileQuery(node, queryId)
        statements.push({ sql, parameters: parameters.map(filled) })
      }
      return result
    },
  }
  return { db: db.withPlugin(plugin), statements }
}

/** A statement that is kept for many values has gaps in their place: any value shows its plan. */
function filled(parameter: unknown): unknown {
  const isGap = typeof parameter === 'object' && parameter !== null && !Array.isArray(parameter)
  return isGap ? 0 : parameter
}
