import highsModule, { type Highs } from 'highs'
import { assignMost } from './assign.ts'
import { buildModel } from './build-model.ts'
import type { Model } from './linear-model-builder.ts'
import type { Plan, Problem } from './problem.ts'

/** A plan, and whether it is known to be the best. */
export type SolvedPlan = { plan: Plan; isBest: boolean }

// The package's types describe only its CommonJS form; Node loads the ES module, whose default
// export is the function itself.
export const loadHighsSolver = highsModule as unknown as typeof highsModule.default

/**
 * Looks for the best plan until `untilMs` (of `performance.now`), and calls `found` with each
 * better one.
 */
export type Solve = (problem: Problem, untilMs: number, found: (found: SolvedPlan) => void) => void

/** Loads the solver; called once per thread. */
export async function makeSolver() {
  const highs = await loadHighsSolver()
  const solveBy: Solve = (problem, untilMs, found) => solve(highs, problem, untilMs, found)
  return solveBy
}

/**
 * Looks for the best plan until `untilMs`. The first plan reported places as many reviews as
 * possible, the most overdue ones first; the second is the cheapest of those.
 */
function solve(
  highs: Highs,
  problem: Problem,
  untilMs: number,
  found: (found: SolvedPlan) => void,
): void {
  const { placed, plan } = assignMost(problem)
  found({ plan, isBest: placed.length === 0 })
  if (placed.length === 0) return
  const { model, planOf } = buildModel(problem, placed)
  // Nearly always the solution is integral without the constraint, which takes a third of the time.
  for (const whole of [false, true]) {
    const leftMs = untilMs - performance.now()
    if (leftMs <= 0) return
    const solution = solveModel(highs, model, { whole, leftMs })
    if (!solution || !areAllWhole(solution.values)) continue
    found({ plan: planOf(solution.values), isBest: solution.isBest })
    return
  }
}

/** Solves a model and returns the values of its columns; undefined if none were found in time. */
export function solveModel(
  highs: Highs,
  model: Model,
  { whole, leftMs }: { whole: boolean; leftMs: number },
): { values: Float64Array; isBest: boolean } | undefined {
  return highs.withModel(model.data(whole), (one) => {
    // Without integers, presolving takes longer than it saves.
    const presolve = whole ? 'on' : 'off'
    one.options.set({ output_flag: false, presolve, mip_rel_gap: 0 })
    if (Number.isFinite(leftMs)) one.options.set({ time_limit: leftMs / 1_000 })
    one.run()
    const isBest = one.getModelStatus() === highs.constants.modelStatus.optimal
    const isThere = one.info.get('primal_solution_status') === 2
    return isThere ? { values: one.getSolution().colValue, isBest } : undefined
  })
}

const tolerance = 1e-5

/** Whether all values are integers, within the solver's tolerance. */
export function areAllWhole(values: Float64Array): boolean {
  return values.every((value) => Math.abs(value - Math.round(value)) < tolerance)
}
