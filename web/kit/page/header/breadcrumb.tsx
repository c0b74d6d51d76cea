import { useContext } from 'react'
import { Link } from 'react-router'
import { pagePaths } from '#contract/kit/page-paths.ts'
import { basePath } from '#contract/roles.ts'
import { LeftIcon } from '../../look/icons/icons.tsx'
import { ArrivedContext } from '../heading.ts'
import { useRole } from '../role.ts'
import styles from './breadcrumb.module.css'

/** A screen on the way to the present one. */
export type Crumb = { label: string; to: string }

/** Where one is: the way from home to the present screen; nothing at home itself. */
export function Breadcrumb({ trail, present }: { trail: Crumb[]; present: string }) {
  const role = useRole()
  const { at } = useContext(ArrivedContext)
  const home = pagePaths.home(role)
  // The login's address shows the home too once a token is held.
  if (at === home || at === `${basePath[role]}/login`) return null
  return (
    <nav aria-label="Breadcrumb" className={styles.breadcrumb}>
      <ol>
        {[{ label: 'Home', to: home }, ...trail].map(({ label, to }) => (
          <li key={to}>
            <Link to={to}>
              <LeftIcon size={16} />
              <span>{label}</span>
            </Link>
          </li>
        ))}
        <li>
          <span aria-current="page">{present}</span>
        </li>
      </ol>
    </nav>
  )
}
