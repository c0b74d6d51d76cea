import {
  canPasswordAdminSignIn,
  findProviderProblem,
  noPasswordAdminMessage,
} from '#server/accounts/oidc/actions.ts'
import {
  type CheckFunction,
  combineProblems,
  type Finding,
  toPassedFinding,
  toProblem,
} from '../../check.ts'

/** Whether the OpenID provider responds, and the admin who keeps a password can sign in. */
export const checkSingleSignOn: CheckFunction = async ({ settings, context }) => {
  const { oidc } = settings
  if (!oidc) return toPassedFinding('Not set up: people sign in with passwords.')
  const { name, issuer } = oidc
  const problems: Finding[] = []
  const found = await findProviderProblem(oidc, settings)
  if (found?.problem === 'does not respond') {
    problems.push(
      toProblem(
        `${name} does not respond as an OpenID provider at ${issuer}: ${found.reason}`,
        'Check OIDC_ISSUER, and that this machine can reach the provider.',
      ),
    )
  } else if (found) {
    problems.push(
      toProblem(
        `${name} does not accept Weekward: ${found.reason}`,
        'Check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET. Until then nobody can sign in with it.',
      ),
    )
  }
  if (context && !(await canPasswordAdminSignIn(context))) {
    problems.push(
      toProblem(
        noPasswordAdminMessage,
        'Set it to the email address of an admin who has a password and is not blocked, or to on.',
      ),
    )
  }
  return problems.length > 0
    ? combineProblems(problems)
    : toPassedFinding(`${name} responds and accepts the client.`)
}
