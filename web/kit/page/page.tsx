import { Stack, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useAskBeforeLeaving } from '../form/draft/unsaved.ts'
import { useScreenHeading } from './focus/heading.ts'
import { Breadcrumb, type Crumb } from './header/breadcrumb.tsx'
import { PageMenu } from './header/page-menu.tsx'
import type { MenuEntry } from './header/page-menu-list.tsx'
import styles from './page.module.css'

type Named =
  /** The thing's own name, or the screen's; `eyebrow` is the screen's name beside a thing's own. */
  | { title: string; eyebrow?: string }
  /** Until the thing is known, or when it is not to be had, the screen's name stands for it. */
  | { title: string | undefined; eyebrow: string }

type Props = Named & {
  /** Whether the thing is not to be had: its kind's name stands in the place of its own. */
  isNowhere?: boolean
  /** The screens between home and this one. */
  crumbs?: Crumb[]
  /** A pill that says how the thing stands. */
  state?: ReactNode
  /** The one main action. */
  action?: ReactNode
  /** The screen's question answered, largest of all; the name stands small above it then. */
  answer?: ReactNode
  /** Whether the answer is a sentence: on a phone it has the room of two lines from the first. */
  isSentence?: boolean
  /** Whether all of it is one column: a form, or lines to read. It stands in the middle then. */
  isNarrow?: boolean
  /** What else can be done. */
  menu?: MenuEntry[] | undefined
  children: ReactNode
}

/** A screen of an area: its header, and what is under it. */
export function Page({
  title,
  eyebrow,
  isNowhere,
  crumbs = [],
  state,
  action,
  answer,
  isSentence,
  menu = [],
  isNarrow,
  children,
}: Props) {
  const name = title ?? eyebrow ?? ''
  const heading = useScreenHeading(name)
  const eyebrowId = useId()
  // What can be done with a thing is known with the thing: its line is kept, so that nothing moves.
  const keepsLine = eyebrow !== undefined && state === undefined
  useAskBeforeLeaving()
  return (
    <Stack gap="lg" className={styles.page ?? ''} data-narrow={isNarrow}>
      <div className={styles.header}>
        <Breadcrumb crumbs={crumbs} present={name} />
        {eyebrow && !isNowhere && (
          // Its line is kept until the thing's own name comes, so that nothing moves then.
          <p className={styles.eyebrow} id={eyebrowId}>
            {title !== undefined && eyebrow}
          </p>
        )}
        <div className={styles.name}>
          <Title
            order={1}
            ref={heading}
            tabIndex={-1}
            className={(answer ? styles.small : styles.title) ?? ''}
            aria-describedby={eyebrow && title !== undefined ? eyebrowId : undefined}
          >
            {name}
          </Title>
          {state !== undefined && <div className={styles.state}>{state}</div>}
        </div>
        {answer && (
          <div className={styles.answer} data-sentence={isSentence}>
            {answer}
          </div>
        )}
        {(action || menu.length > 0 || keepsLine) && (
          <div className={styles.actions}>
            {action}
            {menu.length > 0 && <PageMenu entries={menu} />}
          </div>
        )}
      </div>
      {children}
    </Stack>
  )
}
