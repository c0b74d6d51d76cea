import type { Choice } from './choices.ts'
import styles from './reviewer-options.module.css'

type Props = { choices: Choice[]; choose: (choice: Choice) => void }

/** The reviewers who are free at one time, the best first: it is theirs unless another is chosen. */
export function ReviewerOptions({ choices, choose }: Props) {
  return (
    <fieldset className={styles.options}>
      <legend>With</legend>
      {choices.map((choice, place) => (
        <label key={choice._id} className={styles.option}>
          <input
            type="radio"
            name="reviewer"
            defaultChecked={place === 0}
            onChange={() => choose(choice)}
          />
          <span>
            {choice.reviewer.name}
            {choice.why && <span className={styles.why}>{choice.why}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
