import { type Role, roles } from '#contract/roles.ts'
import { loginPaths } from '#web/kit/page/path-access.ts'
import styles from './login.module.css'

export function OtherLogins({ role }: { role: Role }) {
  const article = /^[a]/.test(role) ? 'an' : 'a'
  return (
    <nav className={styles.others} aria-label="Other logins">
      Not {article} {role}?
      {roles
        .filter((other) => other !== role)
        .map((other) => (
          <a key={other} href={loginPaths.login(other)}>
            {formatRoleName(other)}
          </a>
        ))}
    </nav>
  )
}

/** The role's name, capitalised. */
export function formatRoleName(role: Role): string {
  return role.charAt(0).toUpperCase() + role.slice(1)
}
