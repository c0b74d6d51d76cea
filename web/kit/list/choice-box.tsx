import styles from './choice-box.module.css'

type Props = {
  label: string
  isChosen: boolean
  /** Some of those that it stands for are chosen. */
  isPartly?: boolean
  choose: (isChosen: boolean) => void
}

/** The box by which a row, or all of them, are chosen. */
export function ChoiceBox({ label, isChosen, isPartly = false, choose }: Props) {
  return (
    <label className={styles.place}>
      <input
        type="checkbox"
        className={styles.box}
        aria-label={label}
        checked={isChosen}
        ref={(box) => {
          if (box) box.indeterminate = isPartly
        }}
        onChange={({ currentTarget }) => choose(currentTarget.checked)}
      />
    </label>
  )
}
