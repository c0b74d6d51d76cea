import { findProviderError, hasPasswordAdmin } from '#server/accounts/oidc/actions.ts'
import { combineProblems, type Finding, needsAction, passed, type RunCheck } from '../../check.ts'

/** Whether the OpenID provider responds, and the admin who keeps a password can sign in. */
export const checkSingleSignOn: RunCheck = async ({ settings, context }) => {
  const { oidc } = settings
  if (!oidc) return passed('Not set up: people sign in with passwords.')
  const { name, issuer } = oidc
  const problems: Finding[] = []
  const error = await findProviderError(oidc)
  if (error !== undefined) {
    problems.push(
      needsAction(
        `${name} does not respond as an OpenID provider at ${issuer}: ${error}`,
        'Check OIDC_ISSUER, and that this machine can reach the provider.',
      ),
    )
  }
  if (context && !(await hasPasswordAdmin(context))) {
    problems.push(
      needsAction(
        'OIDC_ONLY names no admin who can sign in with a password.',
        'Set it to the email of an admin who has a password and is not blocked, or to on.',
      ),
    )
  }
  return problems.length > 0 ? combineProblems(problems) : passed(`${name} responds.`)
}
