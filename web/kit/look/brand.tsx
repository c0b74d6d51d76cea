import { useSchool } from '../page/school.ts'
import styles from './brand.module.css'

/** The school's logo, or our mark: a W that climbs to the week that comes. Nothing until that is known. */
export function Brand({ size }: { size: number }) {
  const school = useSchool()
  return (
    <span className={styles.brand} style={{ height: size, minWidth: size }}>
      {school?.logo && <img src={school.logo} alt="" height={size} />}
      {school?.logo === null && (
        <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
          <path
            d="M6 11l4.5 12L16 14l5.5 9L25.5 9.5"
            fill="none"
            stroke="currentColor"
            strokeWidth={3.2}
            strokeLinecap="round"
            strokeLinejoin="round"
          />
          <circle cx="26" cy="7.5" r="3" fill="currentColor" />
        </svg>
      )}
    </span>
  )
}
