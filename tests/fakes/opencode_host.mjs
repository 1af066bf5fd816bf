// A host that calls a plugin's hooks as OpenCode does. Reads {plugin, directory, steps: [[hook, input, output], …]} from
// stdin; writes {steps: [{thrown?, output}, …], prompts, toasts}.
import { pathToFileURL } from "node:url"
import { readFileSync } from "node:fs"

const { plugin, directory, steps } = JSON.parse(readFileSync(0, "utf8"))
const told = { steps: [], prompts: [], toasts: [] }
const client = {
  session: { prompt: async (given) => told.prompts.push(given) },
  tui: {
    showToast: async ({ body }) => {
      told.toasts.push(body.message)
      throw new Error("there is no terminal")
    },
  },
}
const module = await import(pathToFileURL(plugin).href)
for (const make of Object.values(module)) {
  const hooks = await make({ client, directory, worktree: directory, project: {}, $: undefined })
  for (const [name, input, output = {}] of steps) {
    const step = { output }
    try {
      await hooks[name](input, output)
    } catch (error) {
      step.thrown = error.message
    }
    told.steps.push(step)
  }
}
process.stdout.write(JSON.stringify(told))
