import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Cluster } from './postgres.ts'

/** Creates an empty database in a cluster and returns its URL. */
export async function makeDatabaseIn(cluster: Cluster): Promise<string> {
  const name = `school_${randomBytes(4).toString('hex')}`
  await queryPostgresColumn(cluster.url('postgres'), `create database ${name}`)
  return cluster.url(name)
}

/** The first column of a query's result. */
export async function queryPostgresColumn(url: string, query: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query(query)
    return rows.map((row) => Object.values(row)[0])
  } finally {
    await client.end()
  }
}
