import { TwoLines } from '#web/kit/ui/text/two-lines.tsx'
import styles from './login.module.css'

/** Why a login failed. */
export type LoginError = { text: string; more?: string }

/** The error above the form. */
export function LoginErrorText({ text, more }: LoginError) {
  return (
    <div role="alert" className={styles.refusal}>
      <TwoLines text={text} more={more} />
    </div>
  )
}
