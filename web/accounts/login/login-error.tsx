import { TwoLines } from '#web/kit/ui/text/two-lines.tsx'
import styles from './login.module.css'

/** Why somebody was not let in. */
export type LoginError = { text: string; more?: string }

/** Says it above the form. */
export function LoginErrorText({ text, more }: LoginError) {
  return (
    <div role="alert" className={styles.refusal}>
      <TwoLines text={text} more={more} />
    </div>
  )
}
