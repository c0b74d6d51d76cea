import { Button, Card, Group, Text, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useLazyComponent } from '../lazy/use-lazy-component.ts'
import { type CsvCell, saveCsv } from '../page/save-csv.ts'
import styles from './chart-card.module.css'

/** A column of a chart's table and file; `cell` shows the value differently in the table. */
export type ChartTableColumn<Row> = {
  header: string
  value: (row: Row) => CsvCell
  cell?: (row: Row) => ReactNode
}

type Props<Row> = {
  /** The title's id, and the name of the file. */
  id: string
  /** The chart's finding. */
  title: string
  caption: string
  tableTitle?: string
  rows: Row[]
  getKey: (row: Row) => string
  columns: ChartTableColumn<Row>[]
  children: ReactNode
}

/** A chart with its finding as the title, and its data as a table and a file. */
export function ChartCard<Row>({ id, title, caption, children, ...data }: Props<Row>) {
  const { tableTitle = 'Show as a table', rows, getKey, columns } = data
  const DataTable = useLazyComponent(
    async () => (await import('../list/plain-table.tsx')).PlainTable,
    {
      afterInteraction: true,
    },
  )
  const [wasOpened, setWasOpened] = useState(false)
  const headers = columns.map(({ header }) => header)
  const show = (row: Row, { value, cell = value }: ChartTableColumn<Row>) => cell(row)
  return (
    <Card component="section" withBorder aria-labelledby={id}>
      <Title order={2} id={id}>
        {title}
      </Title>
      <Text c="dimmed" size="sm" mb="md">
        {caption}
      </Text>
      {children}
      <details className={styles.details} onToggle={() => setWasOpened(true)}>
        <summary>{tableTitle}</summary>
        <Group mb="sm">
          <Button
            variant="default"
            onClick={() =>
              saveCsv(
                `${id}.csv`,
                headers,
                rows.map((row) => columns.map(({ value }) => value(row))),
              )
            }
          >
            Download as a file
          </Button>
        </Group>
        {DataTable && wasOpened && (
          <DataTable
            className={styles.table ?? ''}
            labelledBy={id}
            headers={headers}
            rows={rows.map((row) => ({
              key: getKey(row),
              cells: columns.map((column) => show(row, column)),
            }))}
          />
        )}
      </details>
    </Card>
  )
}
