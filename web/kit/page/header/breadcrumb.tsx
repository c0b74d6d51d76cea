import { Link } from 'react-router'
import { linkedPagePaths } from '#contract/kit/linked-page-paths.ts'
import { LeftIcon } from '../../ui/icons/icons.tsx'
import { useRole } from '../role.ts'
import styles from './breadcrumb.module.css'

/** A screen between home and the present one. */
export type Crumb = { label: string; to: string }

/**
 * The path from home to the present screen. It is empty without a screen in between: it would only
 * repeat the title, and the sidebar leads home.
 */
export function Breadcrumb({ crumbs, present }: { crumbs: Crumb[]; present: string }) {
  const home = linkedPagePaths.home(useRole())
  if (crumbs.length === 0) return null
  return (
    <nav aria-label="Breadcrumb" className={styles.breadcrumb}>
      <ol>
        {[{ label: 'Home', to: home }, ...crumbs].map(({ label, to }) => (
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
