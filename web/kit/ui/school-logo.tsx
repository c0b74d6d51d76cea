import { useState } from 'react'
import { useSchool } from '../page/school.ts'
import styles from './school-logo.module.css'

/**
 * The school's logo, or the product's: a W that climbs to the coming week. Empty until the school
 * has loaded.
 */
export function SchoolLogo({ size }: { size: number }) {
  const school = useSchool()
  const [broken, setBroken] = useState<string>()
  // A broken image falls back to the product's logo.
  const logo = school?.logo && school.logo === broken ? null : school?.logo
  return (
    <span className={styles.logo} style={{ height: size, minWidth: size }}>
      {logo && <img src={logo} alt="" height={size} onError={() => setBroken(logo)} />}
      {logo === null && (
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
