import { Card, Stack } from '@mantine/core'
import { Fragment, useCallback, useMemo } from 'react'
import type { Column } from '../columns.ts'
import type { ListProps } from '../list-props.ts'
import { LongList } from '../long-list.tsx'
import styles from './cards.module.css'
import { followRow } from './follow-row.ts'
import { renderCell } from './render-cell.tsx'
import { SelectAllCheckbox, SelectionCheckbox } from './selection-checkbox.tsx'
import { SortSelect } from './sort-select.tsx'

/** The estimated height of a card: its title and padding, each fact, and the actions. */
const cardHeight = (facts: number, areBeside: boolean) => (areBeside ? 66 : 112) + facts * 24

const factsMax = 3

/**
 * A list as cards: each has a title, at most three facts, and actions. Only numbers show their
 * label; the other labels are for screen readers.
 */
export function Cards<T>({ sorting, ...props }: ListProps<T>) {
  const { columns, choice, items, getKey } = props
  return (
    <Stack gap={12}>
      {(sorting || choice) && (
        <div className={styles.above}>
          {sorting && <SortSelect columns={columns} sorting={sorting} />}
          {choice && (
            <SelectAllCheckbox items={items} getKey={getKey} choice={choice} shown="Select all" />
          )}
        </div>
      )}
      <ListOfCards {...props} />
    </Stack>
  )
}

function ListOfCards<T>({ columns, choice, ...list }: ListProps<T>) {
  const { titles, facts, actions, areBeside } = useMemo(() => getParts(columns), [columns])
  const { getKey } = list
  const draw = useCallback(
    (item: T, index: number) => {
      const key = getKey(item)
      return (
        <Card withBorder px="md" py="xs" className={styles.card ?? ''} onClick={followRow}>
          <div className={styles.title}>
            {titles.map((column) => (
              <div key={column.header} className={styles.name}>
                {getContent(column, item, index)}
              </div>
            ))}
            {choice && (
              <SelectionCheckbox
                label={`Select ${choice.getName(item)}`}
                isChosen={choice.chosen.has(key)}
                choose={(is) => choice.choose(key, is)}
              />
            )}
          </div>
          <div className={styles.body} data-beside={areBeside || undefined}>
            <dl className={styles.facts}>
              {facts.map((column) => (
                <Fact key={column.header} column={column} item={item} index={index} />
              ))}
            </dl>
            <div className={styles.actions}>
              {actions.map((column) => (
                <Fragment key={column.header}>{getContent(column, item, index)}</Fragment>
              ))}
            </div>
          </div>
        </Card>
      )
    },
    [titles, facts, actions, areBeside, choice, getKey],
  )
  return (
    <LongList {...list} height={cardHeight(facts.length, areBeside)} gap={12}>
      {draw}
    </LongList>
  )
}

type FactProps<T> = { column: Column<T>; item: T; index: number }

/** A column's value with its label; nothing if it is empty. */
function Fact<T>({ column, item, index }: FactProps<T>) {
  const content = getContent(column, item, index)
  if (content == null) return null
  return (
    <div className={styles.fact}>
      <dt data-seen={column.isNumber}>{column.header}</dt>
      <dd>{content}</dd>
    </div>
  )
}

function getParts<T>(columns: Column<T>[]) {
  const thoseThatAre = (part: Column<T>['card']) => columns.filter(({ card }) => card === part)
  return {
    titles: thoseThatAre('title'),
    facts: thoseThatAre('fact').slice(0, factsMax),
    actions: [...thoseThatAre('action'), ...thoseThatAre('action-beside')],
    areBeside: thoseThatAre('action-beside').length > 0,
  }
}

/** A card shows its facts, whichever columns fit into a table. */
const noneLeft: ReadonlySet<string> = new Set()

function getContent<T>({ cell, onCard }: Column<T>, item: T, index: number) {
  return renderCell(onCard ? onCard(item, index) : cell(item, index, noneLeft))
}
