import { TwoLines } from '#web/kit/look/two-lines.tsx'
import styles from './login.module.css'

/** Why somebody was not let in. */
export type Refusal = { text: string; more?: string }

/** Says it above the form. */
export function RefusalLine({ text, more }: Refusal) {
  return (
    <div role="alert" className={styles.refusal}>
      <TwoLines text={text} more={more} />
    </div>
  )
}
