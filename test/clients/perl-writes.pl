# Writes to a wiki with MediaWiki::API and MediaWiki::Bot, and prints the results as JSON.
use strict;
use warnings;
use utf8;
use JSON;
use MediaWiki::API;
use MediaWiki::Bot;

my ($port, $name, $password, $picture) = @ARGV;
my %found;

my $mw = MediaWiki::API->new({ api_url => "http://127.0.0.1:$port/api.php", upload_url => "http://127.0.0.1:$port/index.php" });
my $fail = sub { die $_[0] . ': ' . $mw->{error}->{code} . ': ' . $mw->{error}->{details} };
$mw->login({ lgname => $name, lgpassword => $password }) or $fail->('login');
$mw->edit({ action => 'edit', title => 'Нож', text => 'Первая' }) or $fail->('edit');
$mw->edit({ action => 'move', from => 'Нож', to => 'Ножик', reason => 'другая' }) or $fail->('move');
$mw->edit({ action => 'protect', title => 'Ножик', protections => 'move=sysop' }) or $fail->('protect');
$mw->edit({ action => 'delete', title => 'Нож', reason => 'лишняя' }) or $fail->('delete');
$mw->edit({ action => 'undelete', title => 'Нож' }) or $fail->('undelete');
$found{redirect} = $mw->get_page({ title => 'Нож' })->{'*'};
open(my $file, '<:raw', $picture) or die $!;
my $data = do { local $/; <$file> };
close $file;
$mw->edit({ action => 'upload', filename => 'Perl.png', comment => 'first', file => [undef, 'Perl.png', Content => $data] }) or $fail->('upload');
$found{uploaded} = length $mw->download({ title => 'Файл:Perl.png' });

my $bot = MediaWiki::Bot->new({ protocol => 'http', host => "127.0.0.1:$port", path => '', operator => 'tests' });
my $failed = sub { die $_[0] . ': ' . ($bot->{error}->{details} // 'failed') };
$bot->login({ username => $name, password => $password }) or $failed->('login');
$bot->edit({ page => 'Чашка', text => 'Первая', summary => 'новая' }) or $failed->('edit');
$bot->edit({ page => 'Чашка', text => 'Вторая', summary => 'ещё', minor => 1 }) or $failed->('edit');
my @history = $bot->get_history('Чашка');
$found{edits} = scalar @history;
$bot->undo('Чашка', $history[0]->{revid}) or $failed->('undo');
$found{undone} = $bot->get_text('Чашка');
$bot->revert('Чашка', $history[0]->{revid}, 'обратно') or $failed->('revert');
$found{reverted} = $bot->get_text('Чашка');
$bot->purge_page('Чашка') or $failed->('purge');
$bot->move('Чашка', 'Кружка', 'другая') or $failed->('move');
$found{moved} = $bot->get_text('Кружка');
$found{expanded} = $bot->expandtemplates('Кружка', '{{lc:ABC}}');
print JSON->new->ascii->encode(\%found);
