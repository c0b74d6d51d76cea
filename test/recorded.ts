import type { KyselyPlugin, PluginTransformQueryArgs, RootOperationNode } from 'kysely'
import type { Db } from '#server/kit/database.ts'

export type Recorded = { sql: string; parameters: readonly unknown[] }

/** The same database, and each statement that is sent to it from now on. */
export function recorded(db: Db): { db: Db; statements: Recorded[] } {
  const statements: Recorded[] = []
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
      const { sql, parameters } = db.getExecutor().compileQuery(node, queryId)
      statements.push({ sql, parameters })
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { db: db.withPlugin(plugin), statements }
}
