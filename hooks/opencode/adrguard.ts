// adrguard for OpenCode: asks `adrguard-hook agent opencode` at each event, and does what the answer says.
//
// asked (one JSON object): {"adrguard_agent": "opencode", "event", "cwd", "session", …}
//   session.created        source: "startup" | "resume"
//   tool.execute.before    tool, args
//   tool.execute.after     tool, args
//   session.idle           turn, again: true while it goes on only because it was told to
// answered: {"block": true, "reason"} | {"context"} | {"note"} or several of them | nothing
//
// A guard that is missing, fails or takes too long has nothing to say. Subagents' work is judged as that of the session
// which they belong to. There are no types in here, so that it runs as JavaScript as well.
import { spawn } from "node:child_process"

const PROGRAM = ["adrguard-hook"]
const SECONDS = { "session.idle": 60, "session.created": 15 }

const ask = (payload) =>
  new Promise((resolve) => {
    const chunks = []
    const args = [...PROGRAM.slice(1), "agent", "opencode"]
    const child = spawn(PROGRAM[0], args, { cwd: payload.cwd, stdio: ["pipe", "pipe", "ignore"], windowsHide: true })
    const done = (answer) => {
      clearTimeout(timer)
      resolve(answer)
    }
    const late = () => {
      child.kill()
      done({})
    }
    const timer = setTimeout(late, (SECONDS[payload.event] ?? 10) * 1000)
    child.stdout.on("data", (chunk) => chunks.push(chunk))
    child.on("error", () => done({}))
    child.on("close", () => {
      try {
        done(JSON.parse(Buffer.concat(chunks).toString("utf8")))
      } catch {
        done({}) // silent, or no answer at all
      }
    })
    child.stdin.on("error", () => {}) // it ended before it had read everything
    child.stdin.end(JSON.stringify({ adrguard_agent: "opencode", ...payload }))
  })

export const Adrguard = async ({ client, directory }) => {
  const sessions = new Map()
  const session = (id) => sessions.get(id) ?? sessions.set(id, { source: "resume", turn: "" }).get(id)

  const call = async (event, id, more) => {
    const answer = await ask({ event, cwd: directory, session: id, ...more })
    const body = { title: "adrguard", message: answer.note, variant: "warning", duration: 20000 }
    if (answer.note) client.tui.showToast({ body }).catch(() => {})
    return answer
  }
  const start = (id) => (session(id).start ??= call("session.created", id, { source: session(id).source }))

  const idle = async (id) => {
    const { child, failed, turn, again = false } = session(id)
    if (child || failed) return // its parent answers for it; the person, or the provider, has stopped it
    const answer = await call("session.idle", id, { turn, again })
    if (!answer.block || session(id).turn !== turn) return
    session(id).again = session(id).told = true
    client.session.prompt({ path: { id }, body: { parts: [{ type: "text", text: answer.reason }] } }).catch(() => {})
  }

  return {
    event: async ({ event: { type, properties } }) => {
      if (type === "session.created") {
        Object.assign(session(properties.info.id), { source: "startup", child: Boolean(properties.info.parentID) })
        if (!properties.info.parentID) await start(properties.info.id)
      }
      if (type === "session.error" && properties.sessionID) session(properties.sessionID).failed = true
      if (type === "session.deleted") sessions.delete(properties.info.id)
      if (type === "session.idle") await idle(properties.sessionID)
    },
    "chat.message": async ({ sessionID }, { message }) => {
      const one = session(sessionID)
      one.failed = false
      if (!one.told) Object.assign(one, { turn: message.id, again: false }) // else it is our own message
      one.told = false
    },
    "tool.execute.before": async ({ tool, sessionID }, { args }) => {
      const answer = await call("tool.execute.before", sessionID, { tool, args })
      if (answer.block) throw new Error(answer.reason)
    },
    "tool.execute.after": async ({ tool, sessionID, args }, output) => {
      const { context } = await call("tool.execute.after", sessionID, { tool, args })
      if (context) output.output += `\n\n${context}`
    },
    "experimental.chat.system.transform": async ({ sessionID }, { system }) => {
      if (!sessionID || session(sessionID).child) return
      const { context } = await start(sessionID)
      if (context) system.push(context)
    },
  }
}
