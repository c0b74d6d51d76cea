import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { getManualPath, type ManualPage, manualPages, manualTitles } from '#contract/kit/manual.ts'
import { productName } from '#contract/limits/limits.ts'
import { useSchool } from '#web/kit/page/school.ts'
import { SchoolLogo } from '#web/kit/ui/school-logo.tsx'
import { paths } from '#web/paths.ts'
import styles from './manual.css?inline'
import { SideLinks } from './manual-links.tsx'
import { getReaderRole } from './reader-role.ts'

/** The frame of the manual's pages: links home and to all pages. */
export function ManualLayout({ page, children }: { page?: ManualPage; children: ReactNode }) {
  return (
    <div className="manual">
      {/* Beside this code, as the style sheet of all screens comes with the login. */}
      <style href="manual" precedence="default">
        {styles}
      </style>
      <header>
        <Link to={paths.home(getReaderRole())}>
          <SchoolLogo size={28} /> {useSchool()?.name ?? productName}
        </Link>
      </header>
      <SideLinks label="Manual">
        {manualPages.map((one) => (
          <li key={one}>
            <Link to={getManualPath(one)} aria-current={one === page ? 'page' : undefined}>
              {manualTitles[one]}
            </Link>
          </li>
        ))}
      </SideLinks>
      <main>{children}</main>
    </div>
  )
}
