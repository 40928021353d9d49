// agent: the official client plays a match of `fiel bridge mcp` by the first legal card: node agent.mjs FIEL REPLAY
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const [fiel, replay] = process.argv.slice(2);
const client = new Client({ name: 'tests', version: '1' });
await client.connect(new StdioClientTransport({
  command: fiel,
  args: ['bridge', 'mcp', `cauto --games 1 --replay '${replay}'`, '--lang', 'en'],
  env: { ...process.env },
}));
const { tools } = await client.listTools();
const names = tools.map(tool => tool.name).join(' ');
if (names !== 'look act rules') throw new Error(`tools: ${names}`);
const { resources } = await client.listResources();
if (resources.length !== 2) throw new Error(`resources: ${JSON.stringify(resources)}`);

const call = async (name, args = {}) => {
  const { content: [{ text }], isError } = await client.callTool({ name, arguments: args });
  if (isError) throw new Error(text);
  return text;
};
let told = await call('look'), acted = 0;
while (!told.includes('The match is over.')) {
  const legal = /Legal: (.*)/.exec(told)?.[1].split(', ');
  if (legal) acted++;
  told = legal ? await call('act', { do: legal.find(word => word.startsWith('play ')) ?? legal[0], tokens: 1 }) : await call('look');
}
const { contents: [{ text: hand }] } = await client.readResource({ uri: 'fiel://hand' });
if (!acted || !hand.includes('Game 1 is over')) throw new Error(hand);
if (!(await call('rules')).includes('target=30')) throw new Error('rules');
await client.close();
