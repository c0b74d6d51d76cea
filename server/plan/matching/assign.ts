import { isNotTooEarly, splitIntoDayParts } from './day-parts.ts'
import { moveEarlier } from './move-earlier.ts'
import { at, type Plan, type Problem } from './problem.ts'
import { findMaxCompatibleSlots } from './remaining-capacity.ts'
import { dueFirst, sortByDueDate } from './sort-by-due-date.ts'

/**
 * Which reviews can have a slot, and a first plan for them. There is no larger number of reviews
 * that fit together, and each of these comes before any that has none and could stand in its place.
 *
 * Sets of reviews that fit together are the independent sets of a matroid: the one that takes each
 * review in its order, if it fits beside those before it, is a largest one and the first in that
 * order. Whether it fits is a question of domains, reviewers and parts of days alone: a reviewer has
 * room for so many from each part on, whoever they are.
 */
export function assignMost(problem: Problem): { placed: number[]; plan: Plan } {
  const flow = makeFlow(problem)
  const kindOf = makeKinds(problem)
  const placed = [...problem.reviews.keys()].filter((place) => {
    const kind = kindOf(place)
    return kind !== undefined && flow.placeOne(kind)
  })
  const plan: Plan = problem.reviews.map(() => undefined)
  const ofKind = Map.groupBy(placed.toSorted(dueFirst(problem)), kindOf)
  for (const room of flow.rooms) {
    const reviews = [...room.held].flatMap(([kind, count]) =>
      (ofKind.get(kind) ?? []).splice(0, count),
    )
    for (const [place, review] of reviews.toSorted(dueFirst(problem)).entries()) {
      plan[review] = at(room.slots, place)
    }
  }
  return { placed, plan: sortByDueDate(problem, moveEarlier(problem, plan)) }
}

/** Reviews of one domain that can have what begins from one part of the days on. */
type Kind = { domain: number; firstPart: number }

/** The kind of each review, the same one for all that are alike; undefined where all is too early. */
function makeKinds(problem: Problem): (review: number) => Kind | undefined {
  const { parts } = splitIntoDayParts(problem)
  const kinds = new Map<string, Kind>()
  return (place) => {
    const review = at(problem.reviews, place)
    const firstPart = parts.findIndex((part) => isNotTooEarly(review, part))
    if (firstPart < 0) return undefined
    const key = `${review.domain} ${firstPart}`
    const kind = kinds.get(key) ?? { domain: review.domain, firstPart }
    kinds.set(key, kind)
    return kind
  }
}

/** What a reviewer can take in a part of a day, in the order of time, and how many have it by kind. */
type Room = {
  reviewer: number
  part: number
  slots: number[]
  held: Map<Kind, number>
  left: number
}

/** How many reviews of each kind go to each room, and how one more finds its way. */
function makeFlow(problem: Problem) {
  const { partOf } = splitIntoDayParts(problem)
  const rooms = findMaxCompatibleSlots(problem)
    .flatMap((chain, reviewer) =>
      [...Map.groupBy(chain, (slot) => at(partOf, slot))].map(
        ([part, slots]): Room => ({
          ...{ reviewer, part, slots, held: new Map(), left: slots.length },
        }),
      ),
    )
    .toSorted((a, b) => a.part - b.part)
  const used = problem.reviewers.map(() => 0)
  const ofKind = new Map<Kind, Room[]>()
  const roomsOf = (kind: Kind) => {
    const found = ofKind.get(kind) ?? rooms.filter((room) => isFor(problem, room, kind))
    ofKind.set(kind, found)
    return found
  }
  /** Of those that are not full the one whose reviewer has least. */
  const findLeast = (found: Room[]) => {
    let least: Room | undefined
    for (const room of found) {
      if (room.left === 0) continue
      if (!least || at(used, room.reviewer) < at(used, least.reviewer)) least = room
    }
    return least
  }
  /** Where there was no way once, there is none later: nobody ever gives a place back. */
  const full = new Set<Kind>()

  return {
    /** In the order of time. */
    rooms,

    /** Finds room for one more of a kind, for which others may change to another one. */
    placeOne(kind: Kind): boolean {
      if (full.has(kind)) return false
      /** From which room each kind was reached, and from which kind each room. */
      const kindFrom = new Map<Kind, Room | undefined>([[kind, undefined]])
      const roomFrom = new Map<Room, Kind>()
      for (const [reached] of kindFrom) {
        const found = roomsOf(reached)
        const least = findLeast(found)
        if (least) {
          roomFrom.set(least, reached)
          used[least.reviewer] = at(used, least.reviewer) + 1
          least.left -= 1
          walkBack(least, roomFrom, kindFrom)
          return true
        }
        for (const room of found) {
          if (roomFrom.has(room)) continue
          roomFrom.set(room, reached)
          for (const [other, count] of room.held) {
            if (count > 0 && !kindFrom.has(other)) kindFrom.set(other, room)
          }
        }
      }
      full.add(kind)
      return false
    },
  }
}

function isFor({ reviewers }: Problem, { reviewer, part }: Room, kind: Kind): boolean {
  return part >= kind.firstPart && at(reviewers, reviewer).domains.includes(kind.domain)
}

/** Along the way that was found each kind takes a place, and leaves the one it was reached by. */
function walkBack(
  last: Room,
  roomFrom: Map<Room, Kind>,
  kindFrom: Map<Kind, Room | undefined>,
): void {
  const add = ({ held }: Room, kind: Kind, count: number) =>
    held.set(kind, (held.get(kind) ?? 0) + count)
  let room: Room | undefined = last
  while (room !== undefined) {
    const kind = roomFrom.get(room)
    if (kind === undefined) return
    add(room, kind, 1)
    room = kindFrom.get(kind)
    if (room !== undefined) add(room, kind, -1)
  }
}
