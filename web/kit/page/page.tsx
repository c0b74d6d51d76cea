import { Stack, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useAskBeforeLeaving } from '../form/draft/unsaved.ts'
import { useScreenHeading } from './focus/heading.ts'
import { Breadcrumb, type Crumb } from './header/breadcrumb.tsx'
import { PageMenu } from './header/page-menu.tsx'
import type { MenuEntry } from './header/page-menu-list.tsx'
import styles from './page.module.css'

type Named =
  /** The name of the item or of the screen; `eyebrow` is the screen's name above an item's. */
  | { title: string; eyebrow?: string }
  /** Until the item has loaded, or if it does not exist, the screen's name replaces its title. */
  | { title: string | undefined; eyebrow: string }

type Props = Named & {
  /** Whether the item does not exist: its kind replaces its name. */
  isNotFound?: boolean
  /** The screens between home and this one. */
  crumbs?: Crumb[]
  /** A pill with the item's state. */
  state?: ReactNode
  action?: ReactNode
  /** The answer to the screen's question, in the largest text; the title is small above it. */
  answer?: ReactNode
  /** Whether the answer is a sentence: a phone reserves two lines for it. */
  isSentence?: boolean
  /** Whether the screen is one centred column, for forms and text. */
  isNarrow?: boolean
  /** Further actions. */
  menu?: MenuEntry[] | undefined
  children: ReactNode
}

/** A screen of an area: header and content. */
export function Page({
  title,
  eyebrow,
  isNotFound,
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
  // The item's actions load with the item: their line is reserved, so that nothing moves.
  const keepsLine = eyebrow !== undefined && state === undefined
  useAskBeforeLeaving()
  return (
    <Stack gap="lg" className={styles.page ?? ''} data-narrow={isNarrow}>
      <div className={styles.header}>
        <Breadcrumb crumbs={crumbs} present={name} />
        {eyebrow && !isNotFound && (
          // Reserved until the item's name has loaded, so that nothing moves.
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
